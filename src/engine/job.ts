import { CasparianError, type ErrorFacts, nearest, type Hint } from '../platform/index.js';

export const FINISHED_STATUSES = [
  'completed',
  'completed_with_warnings',
  'failed',
  'dead_letter',
  'cancelled',
] as const;
export const JOB_STATUSES = ['pending', 'running', ...FINISHED_STATUSES] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
export type FinishedStatus = (typeof FINISHED_STATUSES)[number];

/** 0 critical, 1 high, 2 normal, 3 low. Lower runs first. */
export type Priority = 0 | 1 | 2 | 3;

export const JOB_DEFAULTS = { tenant: 'default', queue: 'default', priority: 2, maxAttempts: 5 } as const;

const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a job. PostgreSQL refuses to compare an id with anything else. */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text);
}

/** Names that other job systems use. Filters accept all of them. */
const STATUS_ALIASES: Readonly<Record<string, JobStatus>> = {
  queued: 'pending',
  retrying: 'pending',
  retryable: 'pending',
  succeeded: 'completed',
  successful: 'completed',
  success: 'completed',
  dead: 'dead_letter',
  canceled: 'cancelled',
};

/** Reads a status by its name or an alias, in any case and with `-` or `_`. */
export function parseStatus(text: string): JobStatus {
  const name = text.trim().toLowerCase().replaceAll('-', '_');
  const status = JOB_STATUSES.find((known) => known === name) ?? aliased(name);
  if (status) return status;
  const guess = nearest(name, [...JOB_STATUSES, ...Object.keys(STATUS_ALIASES)]);
  throw new CasparianError('OPTION_INVALID', `'${text}' is not a job status`, {
    why: `The statuses are ${JOB_STATUSES.join(', ')}.`,
    next: guess ? [`Did you mean ${guess}?`] : [],
  });
}

function aliased(name: string): JobStatus | undefined {
  return Object.hasOwn(STATUS_ALIASES, name) ? STATUS_ALIASES[name] : undefined;
}

export function isFinished(status: JobStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

/** One failed attempt in the job's record. Times are the database's, as ISO 8601. */
export interface AttemptError {
  code: string;
  message: string;
  /** The stack, or the tail of a child process's stderr. */
  detail?: string;
  /** The step of the work in which it happened, if the handler reports it. */
  phase?: string;
  /** Why it happened, and what to do about it. */
  why?: string;
  next?: readonly Hint[];
  /** More details from the handler, for programs. */
  facts?: ErrorFacts;
  worker: string;
  attempt: number;
  started: string;
  ended: string;
}

/** A job as stored in `cf_jobs`. Times are milliseconds since 1970 by the database's clock. */
export interface JobRecord {
  id: string;
  tenant: string;
  queue: string;
  type: string;
  status: JobStatus;
  payload: unknown;
  priority: Priority;
  runAt: number;
  attempts: number;
  maxAttempts: number;
  crashes: number;
  fence: number;
  leaseOwner: string | null;
  leaseExpiresAt: number | null;
  heartbeatAt: number | null;
  cancelRequestedAt: number | null;
  progress: JobProgress | null;
  result: unknown;
  errors: AttemptError[];
  idempotencyKey: string | null;
  specHash: string | null;
  parentJobId: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  traceparent: string | null;
  correlationId: string | null;
  /** How many dead workers held it together with other jobs. More than 0: it runs alone. */
  suspicion: number;
}

/** What a list shows of a job. */
export type JobSummary = Omit<
  JobRecord,
  | 'payload'
  | 'fence'
  | 'leaseOwner'
  | 'leaseExpiresAt'
  | 'heartbeatAt'
  | 'cancelRequestedAt'
  | 'progress'
  | 'idempotencyKey'
  | 'specHash'
  | 'parentJobId'
  | 'traceparent'
  | 'correlationId'
  | 'suspicion'
> & {
  /** What it is about, if its payload was not read. */
  readonly label?: string | null;
};

export interface JobProgress {
  /** From 0 to 1. */
  fraction?: number;
  message?: string;
}
