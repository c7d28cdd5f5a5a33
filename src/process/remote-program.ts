import type { OutputStream, RunningProgram } from './supervise.js';
import { signalGroup } from './process-group.js';
import type { Exit } from './result.js';

/** A program that another process started for us, as reported by that process. */
export interface RemoteProgram {
  /** It leads the group `pid`. `catchUp` requests its output up to now, and then its `closed`. */
  started(pid: number, catchUp?: () => void): RunningProgram;
  wrote(stream: OutputStream, chunk: Buffer): void;
  /** `stays`: its process goes on with other work. */
  exited(exit: Exit, stays?: boolean): void;
  closed(): void;
  readonly isClosed: boolean;
  /** The other process is gone. The exit of the program can no longer be observed, so it is killed. */
  lose(): void;
}

const KILLED: Exit = { exitCode: null, signalName: 'SIGKILL' };

export function createRemoteProgram(): RemoteProgram {
  const output = { stdout: createOutlet(), stderr: createOutlet(), report: createOutlet() };
  let resolveExited: (exit: Exit) => void = () => undefined;
  let resolveClosed: () => void = () => undefined;
  const whenExited = new Promise<Exit>((resolve) => (resolveExited = resolve));
  const whenClosed = new Promise<void>((resolve) => (resolveClosed = resolve));
  let leader: number | undefined;
  let hasExited = false;
  let isClosed = false;
  let isLost = false;
  let stays = false;

  const closed = (): void => {
    isClosed = true;
    resolveClosed();
  };
  return {
    started: (pid, catchUp) => {
      leader = pid;
      return {
        pid,
        exited: whenExited,
        get hasExited() {
          return hasExited;
        },
        closed: whenClosed,
        onOutput: (stream, take) => output[stream].flowTo(take),
        ...(catchUp && {
          async caughtUp() {
            catchUp();
            await whenClosed;
          },
        }),
        get isLost() {
          return isLost;
        },
        get stays() {
          return stays;
        },
      };
    },
    wrote: (stream, chunk) => output[stream].put(chunk),
    exited(exit, goesOn = false) {
      stays = goesOn;
      hasExited = true;
      resolveExited(exit);
    },
    closed,
    get isClosed() {
      return isClosed;
    },
    lose() {
      // Its last output may be missing, although it ended in time.
      isLost = !isClosed;
      closed();
      if (leader === undefined || hasExited) return;
      signalGroup(leader, 'SIGKILL');
      resolveExited(KILLED);
    },
  };
}

/** Buffers what arrives between the start of a program and the first listener. */
interface Outlet {
  put(chunk: Buffer): void;
  flowTo(take: (chunk: Buffer) => void): void;
}

function createOutlet(): Outlet {
  const early: Buffer[] = [];
  let pass = (chunk: Buffer): void => void early.push(chunk);
  return {
    put: (chunk) => pass(chunk),
    flowTo(take) {
      pass = take;
      early.splice(0).forEach(take);
    },
  };
}
