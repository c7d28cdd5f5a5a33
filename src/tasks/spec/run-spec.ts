import type { Priority } from '../../engine/index.js';

/**
 * A program to run as a task: what runs, with what, and within which bounds. Everything here but `retry` can change the
 * outcome, so everything but `retry` is hashed (docs/reference/run-spec.md). Who it is for and when it runs, the tenant,
 * queue, priority and time, belongs to the job.
 */
export interface RunSpec {
  /** The program and its arguments; never a shell string. */
  readonly command: readonly [string, ...string[]];
  /** Any JSON value. Undefined: the program is handed nothing at all, which differs from null. */
  readonly payload?: unknown;
  /** How the payload reaches the program: on stdin, as the last argument, or in a file that CASPARIAN_PAYLOAD_FILE names. */
  readonly payloadAs: PayloadWay;
  /** Absolute; null is where the worker runs. */
  readonly cwd: string | null;
  /** Variables with their values, which are kept in the database and shown: no secrets here. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables whose values are the worker's own. */
  readonly inherit: readonly string[];
  /** The same, and their values are struck out of all that we keep of the program's words. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number | null;
  /** Bounds on the program and all its children together. */
  readonly memoryBytes: number | null;
  readonly cpuMs: number | null;
  /** Which code this is, such as a commit; ours to remember, not to check. */
  readonly code: string | null;
  readonly lockfileHash: string | null;
  readonly retry: TaskRetry;
}

export const PAYLOAD_WAYS = ['stdin', 'argument', 'file'] as const;
export type PayloadWay = (typeof PAYLOAD_WAYS)[number];

/** When a failed run is tried again. The number of attempts is the job's. */
export interface TaskRetry {
  readonly backoff: 'exponential' | 'linear' | 'fixed';
  readonly delayMs: number;
  readonly maxDelayMs: number;
  /** Exit codes worth another attempt besides 75, when the program reports no envelope; `any` is all but 0. */
  readonly exitCodes: 'any' | readonly number[];
}

export const DEFAULT_TASK_RETRY: TaskRetry = {
  backoff: 'exponential',
  delayMs: 2_000,
  maxDelayMs: 1_024_000,
  exitCodes: [],
};

/** Whose task it is and when it runs: what a spec says that is not hashed. Left out is the job's default. */
export interface TaskSchedule {
  readonly tenant?: string | undefined;
  readonly queue?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly maxAttempts?: number | undefined;
  readonly runAt?: Date | undefined;
  readonly delayMs?: number | undefined;
}
