import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Dialect, jsonRows, type TenantTransaction } from '../../database/index.js';

/** A text of a row as an id: PostgreSQL has a type for ids, SQLite keeps them as text. */
export function asId(dialect: Dialect, text: RawBuilder<unknown>): RawBuilder<string> {
  return dialect === 'sqlite' ? sql<string>`${text}` : sql<string>`CAST(${text} AS UUID)`;
}

/**
 * Whether a column has one of these ids, a list of any length. PostgreSQL knows the length of an array, so it chooses the index also
 * in a large table; for a list in JSON it guesses.
 */
export function hasIdOf(dialect: Dialect, column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql<SqlBool>`${sql.ref(column)} = ANY(CAST(${ids} AS UUID[]))`;
  const rows = ids.map((id) => [id]);
  return sql<SqlBool>`${sql.ref(column)} IN (SELECT each.value ->> 0 FROM ${jsonRows(dialect, rows)})`;
}

/**
 * The same for rows that will be updated. All processes lock them in the order of their ids, so that they do not deadlock. The array makes
 * PostgreSQL lock them once: as a list after IN, it locked them again for every row.
 */
export function isLockedOf(
  tx: TenantTransaction,
  table: 'cf_documents' | 'cf_snapshots',
  ids: readonly string[],
): RawBuilder<SqlBool> {
  const has = hasIdOf(tx.dialect, 'id', ids);
  if (tx.dialect === 'sqlite') return has;
  return sql<SqlBool>`id = ANY(ARRAY(
    SELECT id FROM ${sql.table(table)} WHERE tenant = ${tx.tenant} AND ${has} ORDER BY id FOR UPDATE))`;
}
