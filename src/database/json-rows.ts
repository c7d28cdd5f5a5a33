import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './database.js';

/**
 * A list as rows of a query, in one parameter of any length: `each.value ->> 0` is the first field of a row, as text.
 * One parameter per field would exceed SQLite's limit of 32,766.
 */
export function jsonRows(dialect: Dialect, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  if (dialect === 'sqlite') return sql`json_each(${text}) AS each`;
  return sql`json_array_elements(${text}::json) AS each (value)`;
}

/** The same for a list of texts, for use after IN. */
export function textsIn(dialect: Dialect, texts: readonly string[]): RawBuilder<string> {
  const rows = texts.map((text) => [text]);
  return sql<string>`(SELECT each.value ->> 0 FROM ${jsonRows(dialect, rows)})`;
}
