import { CasparianError, newId, parseExactJson } from '../platform/index.js';
import { currentCorrelation, validCorrelation } from './correlation.js';
import type { JobDeclaration } from './declare-job.js';
import { isJobId, JOB_DEFAULTS, type Priority } from './job.js';
import { requireName } from './names.js';
import { serialize, validatePayload } from './payload.js';
import { type RunSpec, specHash } from './spec-hash.js';
import { formatTraceparent, parseTraceparent } from './tracing/traceparent.js';
import { activeTraceparent } from './tracing/tracing.js';
import type { NewJob } from './store.js';

export interface EnqueueOptions {
  tenant?: string | undefined;
  queue?: string | undefined;
  priority?: Priority | undefined;
  /** Not before this time. */
  runAt?: Date | undefined;
  /** Not before this long after the database's now. */
  delayMs?: number | undefined;
  maxAttempts?: number | undefined;
  /** Enqueueing the same key again, for this tenant and type, returns the existing job. */
  idempotencyKey?: string | undefined;
  /**
   * Makes the job reproducible: its spec_hash is stored, and a completed job with the same hash is returned instead unless
   * `force` is set. Name here what besides type and payload determines the result.
   */
  spec?: Omit<RunSpec, 'type' | 'payload'> & { force?: boolean };
  /** A hash that the caller computed, stored to find the job. Unlike `spec`, it never returns an earlier job. */
  specHash?: string | undefined;
  parentJobId?: string | undefined;
  /** Where the trace of the caller continues (W3C Trace Context); by default the active span of OpenTelemetry. An invalid one is ignored. */
  traceparent?: string | undefined;
  /** The request that the job comes from; by default the one of `inCorrelation`. 1 to 128 letters, digits and `_.:-`. */
  correlationId?: string | undefined;
}

/** One of many jobs, with its own options. */
export interface EnqueueEntry<Input = unknown> {
  payload: Input;
  options: EnqueueOptions;
}

/** The year 10000, the last that ISO 8601 writes with four digits. */
const MAX_TIME_MS = 253_402_300_800_000;

/** Checks all input of the caller before anything is written. */
export function newJob(
  job: JobDeclaration,
  payload: unknown,
  options: EnqueueOptions,
  limits: { maxPayloadBytes: number },
): NewJob | Promise<NewJob> {
  const checked = validatePayload(job, payload);
  const build = (): NewJob => buildJob(job, payload, options, limits);
  return checked instanceof Promise ? checked.then(build) : build();
}

/** Many jobs of one type. A promise only for a schema that validates asynchronously. */
export function newJobs(
  job: JobDeclaration,
  entries: readonly EnqueueEntry[],
  limits: { maxPayloadBytes: number },
): NewJob[] | Promise<NewJob[]> {
  const jobs = entries.map(({ payload, options }) => newJob(job, payload, options, limits));
  const isLate = jobs.some((one) => one instanceof Promise);
  return isLate ? Promise.all(jobs.map((one) => Promise.resolve(one))) : (jobs as NewJob[]);
}

function buildJob(
  job: JobDeclaration,
  payload: unknown,
  options: EnqueueOptions,
  limits: { maxPayloadBytes: number },
): NewJob {
  const text = serialize('payload', payload, limits.maxPayloadBytes);
  const { spec } = options;
  return {
    id: newId(),
    tenant: requireName('tenant', options.tenant ?? JOB_DEFAULTS.tenant),
    queue: requireName('queue', options.queue ?? job.queue ?? JOB_DEFAULTS.queue),
    type: job.type,
    payload: text,
    priority: whole('priority', options.priority ?? job.priority ?? JOB_DEFAULTS.priority, 0, 3),
    runAt: options.runAt === undefined ? null : whole('run_at', options.runAt.getTime(), 0, MAX_TIME_MS),
    delayMs: whole('delay', Math.round(options.delayMs ?? 0), 0, MAX_TIME_MS),
    maxAttempts: whole('max_attempts', options.maxAttempts ?? job.maxAttempts ?? JOB_DEFAULTS.maxAttempts, 1, 1_000),
    idempotencyKey:
      options.idempotencyKey === undefined ? null : requireName('idempotency_key', options.idempotencyKey),
    specHash: spec ? specHash({ ...spec, type: job.type, payload: parseExactJson(text) }) : (options.specHash ?? null),
    reuseCompleted: spec !== undefined && !spec.force,
    parentJobId: options.parentJobId === undefined ? null : jobId('parent_job_id', options.parentJobId),
    traceparent: activeTraceparent() ?? validTraceparent(options.traceparent),
    correlationId: validCorrelation(options.correlationId ?? currentCorrelation()),
  };
}

/** The producer span of an enqueue is active and continues the given trace, so it comes first. */
function validTraceparent(text: string | undefined): string | null {
  const parent = parseTraceparent(text);
  return parent ? formatTraceparent(parent) : null;
}

function jobId(what: string, value: string): string {
  if (isJobId(value)) return value.toLowerCase();
  throw new CasparianError('OPTION_INVALID', `The ${what} cannot be used`, { why: 'A job id is a UUID.' });
}

function whole(what: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new CasparianError('OPTION_INVALID', `${what} cannot be ${value}`, {
    why: `It must be a whole number from ${min} to ${max}.`,
  });
}
