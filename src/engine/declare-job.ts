import type { StandardSchemaV1 } from '@standard-schema/spec';
import { CasparianError } from '../platform/index.js';
import type { JobContext } from './worker/context.js';
import type { Priority } from './job.js';
import { type DeclaredLimit, declaredLimits, type LimitOptions } from './limits/declared-limits.js';
import { retryPolicy, type RetryPolicy } from './retry.js';

/** Describes a job type. Enough to enqueue, list and filter its jobs; running them needs a handler as well. */
export interface JobDeclaration<Input = unknown, Output = Input> {
  readonly type: string;
  readonly schema: StandardSchemaV1<Input, Output> | undefined;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number | undefined;
  readonly queue: string | undefined;
  readonly priority: Priority | undefined;
  readonly maxAttempts: number | undefined;
  readonly filterFields: readonly string[];
  readonly limits: readonly DeclaredLimit[];
  // Methods, so that a declaration of a narrow payload still fits where any declaration is accepted.
  label(payload: Output): string;
  redact(payload: unknown): unknown;
}

/** A declaration with its handler: what a worker runs. */
export interface JobDefinition<Input = unknown, Output = Input> extends JobDeclaration<Input, Output> {
  run(payload: Output, context: JobContext): unknown;
}

export interface DeclarationOptions<Schema extends StandardSchemaV1 | undefined> {
  /** The name under which the job is enqueued, claimed and measured. */
  type: string;
  /** Any Standard Schema validator (zod, valibot, arktype …). Without one the payload is `unknown`. */
  payload?: Schema;
  /** A short text for tables, such as `invoices ← march.csv`. */
  label?: (payload: OutputOf<Schema>) => string;
  /** Members of the payload that hold text and that jobs can be filtered by. */
  filterFields?: readonly string[];
  /** The payload for display. The argument is the stored payload, which can be any JSON. */
  redact?: (payload: unknown) => unknown;
  retry?: Partial<RetryPolicy>;
  /** How often jobs of this type may start and how many may run at once, on all workers together. */
  limits?: readonly LimitOptions<OutputOf<Schema>>[];
  /** An attempt that runs longer is aborted and counts as failed. */
  timeoutMs?: number;
  /** Defaults for jobs of this type; each enqueue can override them. */
  queue?: string;
  priority?: Priority;
  maxAttempts?: number;
}

/** Does the work. Its return value is the job's result; `complete`, `snooze` and errors report other outcomes. */
export type JobHandler<Output> = (payload: Output, context: JobContext) => unknown;

export interface JobOptions<Schema extends StandardSchemaV1 | undefined> extends DeclarationOptions<Schema> {
  run: JobHandler<OutputOf<Schema>>;
}

export type InputOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferInput<Schema> : unknown;
export type OutputOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Schema> : unknown;

const TYPE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,199}$/;

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Declares a type of job for processes that enqueue or list its jobs, and for `handleJob`. */
export function declareJob<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: DeclarationOptions<Schema>,
): JobDeclaration<InputOf<Schema>, OutputOf<Schema>> {
  if (!TYPE_PATTERN.test(options.type)) {
    throw new CasparianError('OPTION_INVALID', `'${options.type}' is not a job type`, {
      why: 'A type is 1 to 200 letters, digits and . _ : / - and starts with a letter or digit.',
    });
  }
  const { timeoutMs } = options;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new CasparianError('OPTION_INVALID', `timeoutMs cannot be ${timeoutMs}`, {
      why: `It must be between 1 and ${MAX_TIMEOUT_MS} (24 days): a longer timer would fire at once.`,
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
    filterFields: options.filterFields ?? [],
    limits: declaredLimits(options.limits ?? []),
    label: options.label ?? (() => ''),
    redact: options.redact ?? ((payload) => payload),
  };
}

/** Adds the handler to a declaration. */
export function handleJob<Input, Output>(
  declaration: JobDeclaration<Input, Output>,
  run: JobHandler<Output>,
): JobDefinition<Input, Output> {
  return { ...declaration, run };
}

/**
 * Like `handleJob`, with a handler that is loaded for its first job: a worker can run every type, and mostly runs a few. If it cannot be
 * loaded, the attempt fails, and the next one tries again.
 */
export function handleJobLazily<Input, Output>(
  declaration: JobDeclaration<Input, Output>,
  load: () => Promise<JobHandler<Output>>,
): JobDefinition<Input, Output> {
  let loaded: Promise<JobHandler<Output>> | undefined;
  return handleJob(declaration, async (payload, context) => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return (await loaded)(payload, context);
  });
}

/** Declaration and handler in one, for jobs that are enqueued and run by the same code. */
export function defineJob<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: JobOptions<Schema>,
): JobDefinition<InputOf<Schema>, OutputOf<Schema>> {
  return handleJob(declareJob(options), options.run);
}

export function isJobDefinition(value: unknown): value is JobDefinition {
  return typeof value === 'object' && value !== null && 'type' in value && 'retry' in value && 'run' in value;
}

/** The label of a stored payload. Empty if the payload does not satisfy the schema: anyone can enqueue any payload. */
export function labelOf(declaration: JobDeclaration, payload: unknown): string {
  const checked = declaration.schema?.['~standard'].validate(payload) ?? { value: payload };
  return checked instanceof Promise || checked.issues ? '' : declaration.label(checked.value);
}

/** The filter fields that a stored payload has. */
export function fieldsOf(declaration: JobDeclaration, payload: unknown): Partial<Record<string, string>> {
  const members = Object(payload) as Record<string, unknown>;
  const fields = declaration.filterFields.map((name) => [name, members[name]] as const);
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')) as Record<string, string>;
}
