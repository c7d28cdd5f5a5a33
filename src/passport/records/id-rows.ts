import { type RawBuilder, sql } from 'kysely';
import { type Dialect, jsonRows } from '../../database/index.js';

/** A text of a row as an id: PostgreSQL has a type for ids, SQLite keeps them as text. */
export function asId(dialect: Dialect, text: RawBuilder<unknown>): RawBuilder<string> {
  return dialect === 'sqlite' ? sql<string>`${text}` : sql<string>`CAST(${text} AS UUID)`;
}

/** A list of ids of any length, for use after IN. */
export function idsIn(dialect: Dialect, ids: readonly string[]): RawBuilder<string> {
  const rows = ids.map((id) => [id]);
  return sql<string>`(SELECT ${asId(dialect, sql`each.value ->> 0`)} FROM ${jsonRows(dialect, rows)})`;
}
