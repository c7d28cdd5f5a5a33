import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../database/index.js';
import { requirePattern } from '../event-pattern.js';
import type { EventsSchema } from '../schema/tables.js';

/** Which events of a tenant are meant. */
export interface EventFilter {
  /** Types or patterns with `*`; one of them must match. */
  readonly types?: readonly string[] | undefined;
  readonly aggregateType?: string | undefined;
  readonly aggregateId?: string | undefined;
  readonly actor?: string | undefined;
  /** From this time on. */
  readonly since?: Date | undefined;
  /** Before this time. */
  readonly until?: Date | undefined;
}

type Builder = ExpressionBuilder<EventsSchema, 'cf_events'>;

export function isFiltered(filter: EventFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

export function matchesFilter(
  eb: Builder,
  dialect: Dialect,
  { types, aggregateType, aggregateId, actor, since, until }: EventFilter,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (types !== undefined) conditions.push(eb.or(types.map((type) => typeMatches(eb, dialect, requirePattern(type)))));
  if (aggregateType !== undefined) conditions.push(eb('aggregate_type', '=', aggregateType));
  if (aggregateId !== undefined) conditions.push(eb('aggregate_id', '=', aggregateId));
  if (actor !== undefined) conditions.push(eb('actor', '=', actor));
  // Times are texts of one form, so they sort as texts. Without its Z, a time to the millisecond sorts before all of its microseconds.
  if (since !== undefined) conditions.push(eb('occurred_at', '>=', since.toISOString().slice(0, 23)));
  if (until !== undefined) conditions.push(eb('occurred_at', '<', until.toISOString().slice(0, 23)));
  return eb.and(conditions);
}

function typeMatches(eb: Builder, dialect: Dialect, pattern: string): Expression<SqlBool> {
  if (!pattern.includes('*')) return eb('event_type', '=', pattern);
  // LIKE ignores case in SQLite. The characters of a pattern have no other meaning in GLOB.
  if (dialect === 'sqlite') return sql<boolean>`event_type GLOB ${pattern}`;
  return eb('event_type', 'like', pattern.replaceAll('_', '\\_').replaceAll('*', '%'));
}
