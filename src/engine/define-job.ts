import type { StandardSchemaV1 } from '@standard-schema/spec';
import { CasparianError } from '../platform/index.js';
import type { JobContext } from './worker/context.js';
import type { Priority } from './job.js';
import { retryPolicy, type RetryPolicy } from './retry.js';

export interface JobDefinition<Input = unknown, Output = Input> {
  readonly type: string;
  readonly schema: StandardSchemaV1<Input, Output> | undefined;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number | undefined;
  readonly queue: string | undefined;
  readonly priority: Priority | undefined;
  readonly maxAttempts: number | undefined;
  // A method, so that a definition of a narrow payload still fits where any definition is taken.
  run(payload: Output, context: JobContext): unknown;
}

export interface JobOptions<Schema extends StandardSchemaV1 | undefined> {
  /** The name the job is enqueued, claimed and measured by. */
  type: string;
  /** Any Standard Schema validator (zod, valibot, arktype …). Without one the payload is `unknown`. */
  payload?: Schema;
  retry?: Partial<RetryPolicy>;
  /** An attempt that runs longer is aborted and counts as failed. */
  timeoutMs?: number;
  /** Defaults for jobs of this type; each enqueue can say otherwise. */
  queue?: string;
  priority?: Priority;
  maxAttempts?: number;
  /** Does the work. What it returns is the job's result; `complete`, `snooze` and errors say other things. */
  run: (payload: OutputOf<Schema>, context: JobContext) => unknown;
}

export type InputOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferInput<Schema> : unknown;
export type OutputOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Schema> : unknown;

const TYPE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}$/;

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Describes one type of job: its payload, how it retries, and what it does. */
export function defineJob<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: JobOptions<Schema>,
): JobDefinition<InputOf<Schema>, OutputOf<Schema>> {
  if (!TYPE_PATTERN.test(options.type)) {
    throw new CasparianError('OPTION_INVALID', `'${options.type}' is not a job type`, {
      why: 'A type is 1 to 200 letters, digits and . _ : / - and starts with a letter or digit.',
    });
  }
  const { timeoutMs } = options;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new CasparianError('OPTION_INVALID', `timeoutMs cannot be ${timeoutMs}`, {
      why: `It must lie between 1 and ${MAX_TIMEOUT_MS}, which is 24 days: a longer timer would ring at once.`,
    });
  }
  return {
    type: options.type,
    schema: options.payload as StandardSchemaV1<InputOf<Schema>, OutputOf<Schema>> | undefined,
    retry: retryPolicy(options.retry),
    timeoutMs,
    queue: options.queue,
    priority: options.priority,
    maxAttempts: options.maxAttempts,
    run: options.run,
  };
}

export function isJobDefinition(value: unknown): value is JobDefinition {
  return typeof value === 'object' && value !== null && 'type' in value && 'retry' in value && 'run' in value;
}
