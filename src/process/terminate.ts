import { signalGroup } from './process-group.js';
import type { StopCause } from './result.js';

/** After SIGKILL a process ends within milliseconds, unless it is stuck in the kernel or belongs to another user. */
export const UNKILLABLE_AFTER_MS = 5_000;

export interface Terminator {
  /** Asks the group to stop; kills it after the grace period. Only the first call counts: its cause is the ending. */
  readonly stop: (cause: StopCause) => void;
  /** Kills the group without a grace period. The cause of an earlier `stop` remains the ending. */
  readonly kill: (cause: StopCause) => void;
  readonly cause: StopCause | undefined;
  /** The rest of the grace period of a group that was asked to stop. */
  readonly graceLeftMs: () => number;
  /** Resolves if even SIGKILL did not end the leader in time. */
  readonly unkillable: Promise<void>;
  /** The leader has ended: nothing can stop or kill it any more. */
  readonly disarm: () => void;
}

export function createTerminator(pid: number, graceMs: number): Terminator {
  let cause: StopCause | undefined;
  let graceEndsAt = 0;
  let killed = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let giveUp: () => void;
  const unkillable = new Promise<void>((resolve) => (giveUp = resolve));
  const killNow = () => {
    killed = true;
    signalGroup(pid, 'SIGKILL');
    timer = setTimeout(giveUp, UNKILLABLE_AFTER_MS);
  };
  return {
    stop(because) {
      if (over || cause !== undefined) return;
      cause = because;
      graceEndsAt = performance.now() + graceMs;
      signalGroup(pid, 'SIGTERM');
      timer = setTimeout(killNow, graceMs);
    },
    kill(because) {
      if (over || killed) return;
      cause ??= because;
      graceEndsAt = performance.now();
      clearTimeout(timer);
      killNow();
    },
    get cause() {
      return cause;
    },
    graceLeftMs: () => Math.max(0, graceEndsAt - performance.now()),
    unkillable,
    disarm() {
      over = true;
      clearTimeout(timer);
    },
  };
}
