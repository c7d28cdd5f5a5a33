import { constants } from 'node:os';
import { type Exit, type RunningProgram, signalGroup } from '../../process/index.js';

/** What the server says of one fork: the lines of its protocol, which fork_server.py describes. */
export interface ForkMessage {
  readonly id: number;
  readonly pid?: number;
  readonly threads?: number;
  readonly stream?: 1 | 2;
  readonly data?: string;
  readonly exit?: number;
  readonly closed?: boolean;
}

export interface ForkedProgram extends RunningProgram {
  /** Whether the server ended before the program. We killed it then: nobody could say any more how it ended. */
  readonly isLost: boolean;
  /** Nobody listens to it any more, whoever may still hold its output. */
  letGo(): void;
}

export type Forked =
  | { readonly kind: 'forked'; readonly program: ForkedProgram }
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

const KILLED: Exit = { exitCode: null, signalName: 'SIGKILL' };

export function createFork(forget: (pid: number) => void): Fork {
  let tellStarted: (forked: Forked) => void = () => undefined;
  let tellExited: (exit: Exit) => void = () => undefined;
  let tellClosed: () => void = () => undefined;
  const started = new Promise<Forked>((resolve) => (tellStarted = resolve));
  const exited = new Promise<Exit>((resolve) => (tellExited = resolve));
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));
  const output = { stdout: createOutlet(), stderr: createOutlet() };
  let pid: number | undefined;
  let hasExited = false;
  let isLost = false;
  let isClosed = false;

  const programOf = (leader: number): ForkedProgram => ({
    pid: leader,
    exited,
    closed,
    onOutput: (stream, take) => output[stream].flowTo(take),
    get isLost() {
      return isLost;
    },
    letGo() {
      output.stdout.flowTo(() => undefined);
      output.stderr.flowTo(() => undefined);
      if (!isClosed) forget(leader);
    },
  });
  return {
    started,
    hear(message) {
      if (message.threads !== undefined) {
        tellStarted({ kind: 'unsafe' });
        return 'over';
      }
      if (message.pid !== undefined) {
        pid = message.pid;
        tellStarted({ kind: 'forked', program: programOf(pid) });
      }
      if (message.data !== undefined) {
        output[message.stream === 1 ? 'stdout' : 'stderr'].put(Buffer.from(message.data, 'base64'));
      }
      if (message.exit !== undefined) {
        hasExited = true;
        tellExited(exitOf(message.exit));
      }
      if (message.closed !== true) return 'goes on';
      isClosed = true;
      tellClosed();
      return 'over';
    },
    lose() {
      tellStarted({ kind: 'ended' });
      isClosed = true;
      tellClosed();
      if (pid === undefined || hasExited) return;
      isLost = true;
      signalGroup(pid, 'SIGKILL');
      tellExited(KILLED);
    },
  };
}

/** Keeps what comes in the moment between the news of a fork and the first interest in it. */
function createOutlet() {
  const early: Buffer[] = [];
  let pass = (chunk: Buffer): void => void early.push(chunk);
  return {
    put: (chunk: Buffer): void => pass(chunk),
    flowTo(take: (chunk: Buffer) => void): void {
      pass = take;
      early.splice(0).forEach(take);
    },
  };
}

/** Python's way of saying it: a signal is a negative number. */
function exitOf(code: number): Exit {
  if (code >= 0) return { exitCode: code, signalName: null };
  const found = Object.entries(constants.signals).find(([, number]) => number === -code);
  return { exitCode: null, signalName: (found?.[0] as NodeJS.Signals | undefined) ?? 'SIGKILL' };
}
