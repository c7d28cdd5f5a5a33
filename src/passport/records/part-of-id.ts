import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { isId } from './references.js';

/** Tables whose ids people shorten. */
export type ShortenedTable =
  | 'cf_document_versions'
  | 'cf_snapshots'
  | 'cf_rule_package_versions'
  | 'cf_passport_versions'
  | 'cf_passport_transfers';

/** The number of characters in the index of ends: with 100,000 rows, one or two have the same ones. */
const INDEXED_END = 4;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Some of the ids that begin or end with a part of at least 4 characters, at most `limit` of each. */
export async function idsWithPart(
  database: TenantExecutor,
  table: ShortenedTable,
  part: string,
  limit: number,
): Promise<string[]> {
  const text = part.toLowerCase();
  if (text.length < INDEXED_END || !/^[0-9a-f-]+$/.test(text)) return [];
  const ids = [
    ...(await beginningWith(database, table, text, limit)),
    ...(await endingWith(database, table, text, limit)),
  ];
  return [...new Set(ids)];
}

async function beginningWith(
  database: TenantExecutor,
  table: ShortenedTable,
  text: string,
  limit: number,
): Promise<string[]> {
  const [from, to] = [FIRST, LAST].map((id) => text + id.slice(text.length)) as [string, string];
  if (!isId(from)) return [];
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)}
    WHERE tenant = ${database.tenant} AND id >= ${from} AND id <= ${to} ORDER BY id LIMIT ${limit}`.execute(
    queryBuilder<PassportSchema>(database),
  );
  return rows.map(({ id }) => id);
}

/**
 * The index has the last characters; the few rows with the same ones are compared as a whole. Sorted here: for an order in the query,
 * the databases would read all ids in that order instead.
 */
async function endingWith(
  database: TenantExecutor,
  table: ShortenedTable,
  text: string,
  limit: number,
): Promise<string[]> {
  const id = database.dialect === 'sqlite' ? sql`id` : sql`id::text`;
  const end = database.dialect === 'sqlite' ? sql`substr(id, -4)` : sql`"right"(id::text, 4)`;
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)}
    WHERE tenant = ${database.tenant} AND ${end} = ${text.slice(-INDEXED_END)} AND ${id} LIKE ${`%${text}`}
    LIMIT ${limit}`.execute(queryBuilder<PassportSchema>(database));
  return rows.map((row) => row.id).toSorted();
}
