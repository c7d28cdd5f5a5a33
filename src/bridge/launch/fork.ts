import { constants } from 'node:os';
import { createRemoteProgram, type Exit, type RunningProgram } from '../../process/index.js';

/** What the server says of one fork: the lines of its protocol, which warm/server.py in the shim describes. */
export interface ForkMessage {
  readonly id: number;
  readonly pid?: number;
  readonly threads?: number;
  readonly stream?: 1 | 2;
  readonly data?: string;
  readonly exit?: number;
  readonly closed?: boolean;
}

export interface ForkedProgram {
  readonly program: RunningProgram;
  /** Nobody listens to it any more, whoever may still hold its output. */
  readonly letGo: () => void;
}

export type Forked =
  | ({ readonly kind: 'forked' } & ForkedProgram)
  /** What was imported runs threads, which no fork survives. */
  | { readonly kind: 'unsafe' }
  /** The server is gone. */
  | { readonly kind: 'ended' };

/** One fork on its way or running, as the server's messages tell of it. */
export interface Fork {
  readonly started: Promise<Forked>;
  hear(message: ForkMessage): 'over' | 'goes on';
  /** The server is gone. */
  lose(): void;
}

export function createFork(forget: (pid: number) => void): Fork {
  const remote = createRemoteProgram();
  let tellStarted: (forked: Forked) => void = () => undefined;
  const started = new Promise<Forked>((resolve) => (tellStarted = resolve));
  const forkedOf = (pid: number): ForkedProgram => ({
    program: remote.started(pid),
    letGo() {
      if (!remote.isClosed) forget(pid);
    },
  });
  return {
    started,
    hear({ threads, pid, stream, data, exit, closed }) {
      if (threads !== undefined) {
        tellStarted({ kind: 'unsafe' });
        return 'over';
      }
      if (pid !== undefined) tellStarted({ kind: 'forked', ...forkedOf(pid) });
      if (data !== undefined) remote.wrote(stream === 1 ? 'stdout' : 'stderr', Buffer.from(data, 'base64'));
      if (exit !== undefined) remote.exited(exitOf(exit));
      if (closed !== true) return 'goes on';
      remote.closed();
      return 'over';
    },
    lose() {
      tellStarted({ kind: 'ended' });
      remote.lose();
    },
  };
}

/** Python's way of saying it: a signal is a negative number. */
function exitOf(code: number): Exit {
  if (code >= 0) return { exitCode: code, signalName: null };
  const found = Object.entries(constants.signals).find(([, number]) => number === -code);
  return { exitCode: null, signalName: (found?.[0] as NodeJS.Signals | undefined) ?? 'SIGKILL' };
}
