import type { Priority } from '../../engine/index.js';

/**
 * A program to run as a task: command, input and limits. Everything but `retry` can change the outcome, so everything but
 * `retry` is hashed (docs/reference/run-spec.md). Tenant, queue, priority and time belong to the job.
 */
export interface RunSpec {
  /** The program and its arguments; never a shell string. */
  readonly command: readonly [string, ...string[]];
  /** Any JSON value. Undefined means no payload, which differs from null. */
  readonly payload?: unknown;
  /** How the payload reaches the program: on stdin, as the last argument, or in a file that CASPARIAN_PAYLOAD_FILE names. */
  readonly payloadAs: PayloadMode;
  /** Absolute; null is the worker's directory. */
  readonly cwd: string | null;
  /** Variables with their values. They are stored in the database and shown, so they must not be secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables whose values come from the worker. */
  readonly inherit: readonly string[];
  /** The same, and their values are redacted in stored output. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number | null;
  /** Limits for the program and all its children together. */
  readonly memoryBytes: number | null;
  readonly cpuMs: number | null;
  /** Which code runs, such as a commit; recorded, not checked. */
  readonly code: string | null;
  readonly lockfileHash: string | null;
  readonly retry: TaskRetry;
}

export const PAYLOAD_MODES = ['stdin', 'argument', 'file'] as const;
export type PayloadMode = (typeof PAYLOAD_MODES)[number];

/** When a failed run is retried. The number of attempts belongs to the job. */
export interface TaskRetry {
  readonly backoff: 'exponential' | 'linear' | 'fixed';
  readonly delayMs: number;
  readonly maxDelayMs: number;
  /** Exit codes besides 75 that are retried if the program reports no envelope; `any` is all but 0. */
  readonly exitCodes: 'any' | readonly number[];
}

export const DEFAULT_TASK_RETRY: TaskRetry = {
  backoff: 'exponential',
  delayMs: 2_000,
  maxDelayMs: 1_024_000,
  exitCodes: [],
};

/** Tenant, queue and time of a task: the fields of a spec that are not hashed. Missing ones get the job's defaults. */
export interface TaskSchedule {
  readonly tenant?: string | undefined;
  readonly queue?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly maxAttempts?: number | undefined;
  readonly runAt?: Date | undefined;
  readonly delayMs?: number | undefined;
}
