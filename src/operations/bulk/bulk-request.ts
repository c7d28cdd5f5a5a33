import type { TenantExecutor } from '../../database/index.js';
import {
  countMatchingJobs,
  databaseNow,
  type JobStatus,
  type ManyJobsFilter,
  type Priority,
  type WithoutJobs,
} from '../../engine/index.js';
import { countMatchingRows, type ManyRowsFilter } from '../../pipeline/index.js';

/** The actions on many jobs, and on many quarantined rows. */
export const JOB_ACTIONS = ['retry', 'cancel', 'delete', 'priority'] as const;
export const ROW_ACTIONS = ['replay', 'discard'] as const;

/** Selects jobs. An absent member does not filter. Stored and shown as JSON: add members, never rename. */
export interface BulkJobFilter {
  readonly statuses?: readonly JobStatus[] | undefined;
  readonly type?: string | undefined;
  readonly queue?: string | undefined;
  readonly parser?: string | undefined;
  /** The code of the last error. */
  readonly code?: string | undefined;
  /** A part of the message of the last error, in any case. */
  readonly message?: string | undefined;
  readonly older_than_ms?: number | undefined;
  readonly newer_than_ms?: number | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Values in the payload by their path. */
  readonly payload?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds since 1970. */
  readonly created_before?: number | undefined;
  readonly created_after?: number | undefined;
  readonly parent_job_id?: string | undefined;
  readonly correlation_id?: string | undefined;
  readonly without?: WithoutJobs | undefined;
}

/** Selects quarantined rows, likewise. */
export interface BulkRowFilter {
  readonly job_id?: string | undefined;
  readonly parser?: string | undefined;
  readonly output?: string | undefined;
  readonly column?: string | undefined;
  readonly error_type?: string | undefined;
}

export interface JobsRequest {
  readonly target: 'jobs';
  readonly action: (typeof JOB_ACTIONS)[number];
  readonly filter: BulkJobFilter;
  /** For the action `priority`. */
  readonly priority?: Priority | undefined;
}

export interface RowsRequest {
  readonly target: 'quarantine';
  readonly action: (typeof ROW_ACTIONS)[number];
  readonly filter: BulkRowFilter;
  /** For the action `discard`: stored with the rows. */
  readonly reason?: string | undefined;
}

/** What a bulk operation does. */
export type BulkRequest = JobsRequest | RowsRequest;

/** The number of jobs or rows that match now. */
export async function countMatches(database: TenantExecutor, request: BulkRequest): Promise<number> {
  return countAsOf(database, request, await databaseNow(database));
}

export function countAsOf(database: TenantExecutor, request: BulkRequest, asOf: number): Promise<number> {
  return request.target === 'jobs'
    ? countMatchingJobs(database, jobFilter(request, database.tenant, asOf))
    : countMatchingRows(database, rowFilter(request, asOf));
}

export function jobFilter({ filter }: JobsRequest, tenant: string, asOf: number): ManyJobsFilter {
  const { parser, older_than_ms: older, newer_than_ms: newer, ...others } = filter;
  const { created_before: before, created_after: after, parent_job_id, correlation_id, ...rest } = others;
  return {
    ...rest,
    ...{ tenant, asOf },
    fields: parser === undefined ? undefined : { parser },
    ...{ parentJobId: parent_job_id, correlationId: correlation_id },
    createdBefore: earliest(before, older === undefined ? undefined : asOf - older),
    createdAfter: latest(after, newer === undefined ? undefined : asOf - newer),
  };
}

function earliest(...times: (number | undefined)[]): number | undefined {
  const given = times.filter((time) => time !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

function latest(...times: (number | undefined)[]): number | undefined {
  const given = times.filter((time) => time !== undefined);
  return given.length === 0 ? undefined : Math.max(...given);
}

export function rowFilter({ filter }: RowsRequest, asOf: number): ManyRowsFilter {
  const { job_id: jobId, error_type: errorType, ...rest } = filter;
  return { ...rest, jobId: jobId?.toLowerCase(), errorType, asOf };
}
