import type { Priority } from '../../engine/index.js';

/** Whose task it is and when it runs: what a spec says that is not hashed. Left out is the job's default. */
export interface TaskSchedule {
  readonly tenant?: string | undefined;
  readonly queue?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly maxAttempts?: number | undefined;
  readonly runAt?: Date | undefined;
  readonly delayMs?: number | undefined;
}
