import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Dialect, type Executor, queryBuilder } from '../database/index.js';
import { CasparianError, hint } from '../platform/index.js';
import { jobOfRow } from './job-row.js';
import { isJobId, type JobRecord, type JobStatus } from './job.js';
import { hasFields, type PayloadFields } from './payload-fields.js';
import { runsProgram } from './row-fields.js';
import type { EngineSchema } from './schema/tables.js';

export interface JobFilter {
  statuses?: readonly JobStatus[] | undefined;
  type?: string | undefined;
  tenant?: string | undefined;
  queue?: string | undefined;
  /** Text members of the payload, such as `{ parser: 'invoices' }`. */
  fields?: PayloadFields | undefined;
  /** A word of the payload's `command`, or the end of a path in it. */
  command?: string | undefined;
  /** The complete hash. */
  specHash?: string | undefined;
  olderThanMs?: number | undefined;
  newerThanMs?: number | undefined;
  limit?: number | undefined;
}

const DEFAULT_LIMIT = 50;

/** Newest first. */
export async function findJobs(database: Executor, filter: JobFilter): Promise<JobRecord[]> {
  if (filter.tenant !== undefined) await requireTenant(database, filter.tenant);
  if (filter.statuses?.length === 0) return [];
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .selectAll()
    .where((eb) => jobConditions(eb, database.dialect, filter))
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
  const { statuses, type, tenant, queue, fields, command, specHash, olderThanMs, newerThanMs } = filter;
  const ago = (ms: number): RawBuilder<number> => sql<number>`cf_now() - ${ms}`;
  return eb.and([
    ...(statuses === undefined ? [] : [statusCondition(eb, statuses)]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
    ...(tenant === undefined ? [] : [eb('tenant', '=', tenant)]),
    ...(queue === undefined ? [] : [eb('queue', '=', queue)]),
    ...(fields === undefined ? [] : [hasFields(fields, dialect)]),
    ...(command === undefined ? [] : [runsProgram(command, dialect)]),
    ...(specHash === undefined ? [] : [eb('spec_hash', '=', specHash)]),
    ...(olderThanMs === undefined ? [] : [eb('created_at', '<', ago(olderThanMs))]),
    ...(newerThanMs === undefined ? [] : [eb('created_at', '>', ago(newerThanMs))]),
  ]);
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

export async function getJob(database: Executor, id: string): Promise<JobRecord> {
  const row = isJobId(id)
    ? await queryBuilder<EngineSchema>(database)
        .selectFrom('cf_jobs')
        .selectAll()
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
    : undefined;
  if (row) return jobOfRow(row);
  throw new CasparianError('JOB_NOT_FOUND', `Job ${id} does not exist`, {
    why: isJobId(id) ? 'No job in this database has this id.' : 'A job id is a UUID.',
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

async function requireTenant(database: Executor, tenant: string): Promise<void> {
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
