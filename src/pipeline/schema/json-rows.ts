import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../database/index.js';

/**
 * A list as rows that a query can read from, in one parameter however long it is: `each.value ->> 0` is the first field
 * of a row, as text. A parameter for every field would meet SQLite's limit at 32,766.
 */
export function jsonRows(dialect: Dialect, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  if (dialect === 'sqlite') return sql`json_each(${text}) AS each`;
  return sql`json_array_elements(${text}::json) AS each (value)`;
}

/** The same for a list of texts: to be used behind IN. */
export function textsIn(dialect: Dialect, texts: readonly string[]): RawBuilder<string> {
  const rows = texts.map((text) => [text]);
  return sql<string>`(SELECT each.value ->> 0 FROM ${jsonRows(dialect, rows)})`;
}
