import { signalGroup } from './process-group.js';
import type { StopCause } from './result.js';

/** After SIGKILL a process is gone in milliseconds, unless it is stuck in the kernel or beyond our rights. */
export const UNKILLABLE_AFTER_MS = 5_000;

export interface Terminator {
  /** Asks the group to stop; kills it after the grace. Only the first call counts: its cause is the ending. */
  readonly stop: (cause: StopCause) => void;
  /** Kills the group without a grace. The cause of an earlier `stop` remains the ending. */
  readonly kill: (cause: StopCause) => void;
  readonly cause: StopCause | undefined;
  /** What is left of the grace of a group that was asked to stop. */
  readonly graceLeftMs: () => number;
  /** Resolves when even SIGKILL did not end the leader in time. */
  readonly unkillable: Promise<void>;
  /** The leader has ended: the escalation is over, and nothing can stop it any more. */
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
