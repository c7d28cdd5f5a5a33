import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../database/index.js';

/** The type of a column on PostgreSQL, which takes every parameter in a list of values for a text. SQLite keeps what it gets. */
export type ValueType = 'UUID' | 'TEXT' | 'INTEGER' | 'BYTEA';

/**
 * A list as rows of a query, with the columns `column1`, `column2` and so on in both databases. For rows with bytes, which JSON cannot
 * contain; other lists are shorter as `jsonRows`.
 */
export function valueRows(
  dialect: Dialect,
  types: readonly ValueType[],
  rows: readonly (readonly unknown[])[],
): RawBuilder<unknown> {
  const cell = (value: unknown, column: number): RawBuilder<unknown> =>
    dialect === 'sqlite' ? sql`${value}` : sql`CAST(${value} AS ${sql.raw(types[column] ?? 'TEXT')})`;
  return sql`(VALUES ${sql.join(rows.map((row) => sql`(${sql.join(row.map(cell))})`))})`;
}
