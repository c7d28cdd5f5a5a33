import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../database/index.js';

/** The type of a column on PostgreSQL, which takes every parameter in a list of values for a text. SQLite keeps what it gets. */
export type ValueType = 'UUID' | 'TEXT' | 'INTEGER' | 'BYTEA';

/**
 * A list as rows of a query, with the columns `column1`, `column2` and so on in both databases, in one parameter for each cell. For short
 * lists with bytes, which JSON cannot contain.
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

/**
 * The same without bytes, for a list of any length: one array for each column on PostgreSQL, one JSON text on SQLite. PostgreSQL reads a row
 * in JSON again for each of its members.
 */
export function columnRows(
  dialect: Dialect,
  types: readonly Exclude<ValueType, 'BYTEA'>[],
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> {
  const names = types.map((_, column) => sql.ref(`column${column + 1}`));
  if (dialect === 'sqlite') {
    const cells = names.map((name, column) => sql`value ->> ${sql.lit(column)} AS ${name}`);
    return sql`(SELECT ${sql.join(cells)} FROM json_each(${JSON.stringify(rows)}))`;
  }
  const arrays = types.map((type, column) => sql`CAST(${rows.map((row) => row[column])} AS ${sql.raw(type)}[])`);
  return sql`(SELECT * FROM unnest(${sql.join(arrays)}) AS given (${sql.join(names)}))`;
}
