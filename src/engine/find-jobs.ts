import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Dialect, type Executor, idWithPrefix, queryBuilder } from '../database/index.js';
import { CasparianError, hint } from '../platform/index.js';
import { jobOfRow } from './job-row.js';
import { isJobId, type JobRecord, type JobStatus } from './job.js';
import { hasFields, hasPayloadValues, type PayloadFields } from './payload-fields.js';
import { lastErrorField, runsProgram } from './row-fields.js';
import type { EngineSchema } from './schema/tables.js';
import { containsText } from './trouble-filter.js';

export interface JobFilter {
  ids?: readonly string[] | undefined;
  statuses?: readonly JobStatus[] | undefined;
  type?: string | undefined;
  tenant?: string | undefined;
  queue?: string | undefined;
  /** Text members of the payload, such as `{ parser: 'invoices' }`. */
  fields?: PayloadFields | undefined;
  /** Values in the payload by their path, such as `{ 'order.country': 'NO' }`. Numbers are compared as text. */
  payload?: PayloadFields | undefined;
  /** The code of the last error. */
  code?: string | undefined;
  /** A part of the message of the last error, in any case. */
  message?: string | undefined;
  /** A word of the payload's `command`, or the end of a path in it. */
  command?: string | undefined;
  /** The complete hash. */
  specHash?: string | undefined;
  /** Unique for each tenant and type. */
  idempotencyKey?: string | undefined;
  olderThanMs?: number | undefined;
  newerThanMs?: number | undefined;
  /** Milliseconds since 1970. */
  createdBefore?: number | undefined;
  createdAfter?: number | undefined;
  parentJobId?: string | undefined;
  correlationId?: string | undefined;
  /** Jobs that match one of these do not match. */
  without?: WithoutJobs | undefined;
  limit?: number | undefined;
}

export interface WithoutJobs {
  readonly statuses?: readonly JobStatus[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly queues?: readonly string[] | undefined;
  readonly codes?: readonly string[] | undefined;
}

const DEFAULT_LIMIT = 50;
/** Before all ids. @internal */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Newest first. */
export async function findJobs(database: Executor, filter: JobFilter): Promise<JobRecord[]> {
  if (filter.tenant !== undefined) await requireTenant(database, filter.tenant);
  if (filter.statuses?.length === 0) return [];
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .selectAll()
    .where((eb) => jobConditions(eb, database.dialect, filter))
    // Without a bound of the id, SQLite sorts a million rows to find the newest one of a tenant: 1 s instead of 0.1 ms.
    .where('id', '>', FIRST_ID)
    .orderBy('id', 'desc')
    .limit(filter.limit ?? DEFAULT_LIMIT)
    .execute();
  return rows.map(jobOfRow);
}

/** @internal */
export function jobConditions(
  eb: ExpressionBuilder<EngineSchema, 'cf_jobs'>,
  dialect: Dialect,
  filter: JobFilter,
): Expression<SqlBool> {
  const { ids, statuses, type, tenant, queue, fields, command, specHash, idempotencyKey } = filter;
  const { olderThanMs, newerThanMs, createdBefore, createdAfter } = filter;
  const { payload, code, message, parentJobId, correlationId, without = {} } = filter;
  const ago = (ms: number): RawBuilder<number> => sql<number>`cf_now() - ${ms}`;
  return eb.and([
    ...(ids === undefined ? [] : [idCondition(eb, ids)]),
    ...(statuses === undefined ? [] : [statusCondition(eb, statuses)]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
    ...(tenant === undefined ? [] : [eb('tenant', '=', tenant)]),
    ...(queue === undefined ? [] : [eb('queue', '=', queue)]),
    ...(fields === undefined ? [] : [hasFields(fields, dialect)]),
    ...(command === undefined ? [] : [runsProgram(command, dialect)]),
    ...(specHash === undefined ? [] : [eb('spec_hash', '=', specHash)]),
    ...(idempotencyKey === undefined ? [] : [eb('idempotency_key', '=', idempotencyKey)]),
    ...(olderThanMs === undefined ? [] : [eb('created_at', '<', ago(olderThanMs))]),
    ...(newerThanMs === undefined ? [] : [eb('created_at', '>', ago(newerThanMs))]),
    ...(createdBefore === undefined ? [] : [eb('created_at', '<', createdBefore)]),
    ...(createdAfter === undefined ? [] : [eb('created_at', '>', createdAfter)]),
    ...(payload === undefined ? [] : [hasPayloadValues(payload, dialect)]),
    ...(code === undefined ? [] : [eb(lastErrorField('code', dialect), '=', code)]),
    ...(message === undefined ? [] : [containsText(lastErrorField('message', dialect), message)]),
    ...(parentJobId === undefined ? [] : [eb('parent_job_id', '=', parentJobId)]),
    ...(correlationId === undefined ? [] : [eb('correlation_id', '=', correlationId)]),
    ...withoutConditions(eb, dialect, without),
  ]);
}

function withoutConditions(
  eb: ExpressionBuilder<EngineSchema, 'cf_jobs'>,
  dialect: Dialect,
  { statuses = [], types = [], queues = [], codes = [] }: WithoutJobs,
): Expression<SqlBool>[] {
  // A job without an error has no code.
  const code = sql<string>`coalesce(${lastErrorField('code', dialect)}, '')`;
  return [
    ...(statuses.length === 0 ? [] : [eb('status', 'not in', statuses)]),
    ...(types.length === 0 ? [] : [eb('type', 'not in', types)]),
    ...(queues.length === 0 ? [] : [eb('queue', 'not in', queues)]),
    ...(codes.length === 0 ? [] : [eb(code, 'not in', codes)]),
  ];
}

function idCondition(eb: ExpressionBuilder<EngineSchema, 'cf_jobs'>, ids: readonly string[]): Expression<SqlBool> {
  const known = ids.filter(isJobId).map((id) => id.toLowerCase());
  return known.length === 0 ? sql<SqlBool>`1 = 0` : eb('id', 'in', known);
}

/** A single status is part of the SQL text: only then do the databases use a partial index for it. */
function statusCondition(
  eb: ExpressionBuilder<EngineSchema, 'cf_jobs'>,
  statuses: readonly JobStatus[],
): Expression<SqlBool> {
  const [only] = statuses;
  if (statuses.length !== 1 || only === undefined) return eb('status', 'in', statuses);
  return eb('status', '=', sql.lit(only));
}

/** The id of the only job whose id begins with this text. A whole id is returned as it is: its job may have been deleted. */
function jobIdWith(database: Executor, text: string): Promise<string | undefined> {
  const next = [hint('List the jobs with', { action: 'jobs' })];
  return idWithPrefix(database, { table: 'cf_jobs' }, text, { things: 'jobs', next });
}

/** The job with this id, or whose id alone begins with this text. */
export async function getJob(database: Executor, id: string): Promise<JobRecord> {
  const whole = await jobIdWith(database, id);
  const row =
    whole === undefined
      ? undefined
      : await queryBuilder<EngineSchema>(database)
          .selectFrom('cf_jobs')
          .selectAll()
          .where('id', '=', whole)
          .executeTakeFirst();
  if (row) return jobOfRow(row);
  throw new CasparianError('JOB_NOT_FOUND', `Job ${id} does not exist`, {
    why: isJobId(id) ? 'No job in this database has this id.' : 'No id of a job in this database begins with it.',
    next: [hint('List the jobs with', { action: 'jobs' })],
  });
}

export async function countByStatus(database: Executor): Promise<Partial<Record<JobStatus, number>>> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
}

/** Fails for a tenant without jobs: a misspelt one would look like one without work. */
export async function requireTenant(database: Executor, tenant: string): Promise<void> {
  const known = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('tenant', '=', tenant)
    .limit(1)
    .execute();
  if (known.length > 0) return;
  throw new CasparianError('TENANT_NOT_FOUND', `No job belongs to tenant '${tenant}'`, {
    next: ['To see the jobs of all tenants, name no tenant.'],
  });
}
