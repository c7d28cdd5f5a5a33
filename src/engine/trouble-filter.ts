import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../database/index.js';
import { isJobId } from './job.js';
import { lastErrorField, runsProgram } from './row-fields.js';
import type { EngineSchema } from './schema/tables.js';

/** Selects failed and dead jobs. An absent member does not filter. */
export interface TroubleFilter {
  /** Texts that are not ids match no job. */
  ids?: readonly string[] | undefined;
  statuses?: readonly TroubleStatus[] | undefined;
  types?: readonly string[] | undefined;
  queue?: string | undefined;
  tenant?: string | undefined;
  /** The code of the last error. */
  code?: string | undefined;
  /** A part of the message of the last error, in any case. */
  message?: string | undefined;
  /** A word of the payload's `command`, or a path that ends in it. */
  command?: string | undefined;
  /** How long ago it ended. */
  olderThanMs?: number | undefined;
  newerThanMs?: number | undefined;
  /** Only this many, newest first. */
  limit?: number | undefined;
}

export type TroubleStatus = 'failed' | 'dead_letter';

/** @internal */
type Jobs = ExpressionBuilder<EngineSchema, 'cf_jobs'>;

const NOW = sql<number>`cf_now()`;

/** All failed and dead jobs that match. @internal */
export function isTroubled(eb: Jobs, filter: TroubleFilter, { dialect }: Executor): Expression<SqlBool> {
  const { ids, statuses, types, queue, tenant, code, message, command, olderThanMs, newerThanMs } = filter;
  // Written like the partial index, or SQLite would read all finished jobs.
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`(status = 'failed' OR status = 'dead_letter')`];
  if (ids) conditions.push(oneOf(eb, 'id', jobIdsIn(ids)));
  if (statuses) conditions.push(oneOf(eb, 'status', statuses));
  if (types) conditions.push(oneOf(eb, 'type', types));
  if (queue !== undefined) conditions.push(eb('queue', '=', queue));
  if (tenant !== undefined) conditions.push(eb('tenant', '=', tenant));
  if (olderThanMs !== undefined) conditions.push(eb('finished_at', '<', sql<number>`${NOW} - ${olderThanMs}`));
  if (newerThanMs !== undefined) conditions.push(eb('finished_at', '>', sql<number>`${NOW} - ${newerThanMs}`));
  if (code !== undefined) conditions.push(eb(lastErrorField('code', dialect), '=', code));
  if (message !== undefined) conditions.push(containsText(lastErrorField('message', dialect), message));
  if (command !== undefined) conditions.push(runsProgram(command, dialect));
  return eb.and(conditions);
}

/**
 * The newest of them if there is a limit. The condition is then checked twice: a selected job may have been retried
 * meanwhile. @internal
 */
export function isSelected(eb: Jobs, filter: TroubleFilter, database: Executor): Expression<SqlBool> {
  if (filter.limit === undefined) return isTroubled(eb, filter, database);
  const chosen = eb
    .selectFrom('cf_jobs')
    .select('id')
    .where((inner) => isTroubled(inner, filter, database))
    .orderBy('id', 'desc')
    .limit(filter.limit);
  return eb.and([isTroubled(eb, filter, database), eb('id', 'in', chosen)]);
}

function oneOf(eb: Jobs, column: 'id' | 'status' | 'type', values: readonly string[]): Expression<SqlBool> {
  return values.length === 0 ? sql<SqlBool>`1 = 0` : eb(column, 'in', values as never);
}

function jobIdsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => isJobId(text)).map((id) => id.toLowerCase());
}

/** The database lowers the case of both sides: SQLite only for A to Z. @internal */
export function containsText(text: Expression<string | null>, words: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${text}) LIKE lower(${`%${escaped(words)}%`}) ESCAPE '!'`;
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
