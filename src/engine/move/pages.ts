import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Executor, queryBuilder, type Row } from '../../database/index.js';
import type { MovedTable } from './tables.js';

const MAX_ROWS_PER_PAGE = 1_000;
/**
 * A payload can have a megabyte: the size of the next page is chosen from the last one to have about this many
 * characters.
 */
const PAGE_CHARS = 8_000_000;
const FIRST_PAGE_ROWS = 16;

/** All rows of a table in the order of its key, a page at a time, so that memory stays bounded. */
export async function* pages(database: Executor, table: MovedTable): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  let limit = FIRST_PAGE_ROWS;
  for (;;) {
    const rows: Row[] = await readPage(database, table, last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    const charsPerRow = rows.reduce((sum, row) => sum + chars(row), 0) / rows.length;
    limit = Math.max(1, Math.min(MAX_ROWS_PER_PAGE, Math.floor(PAGE_CHARS / charsPerRow)));
  }
}

function chars(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + charsOf(value), 0);
}

function charsOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
}

/** The rows of `table` whose keys are among those of `rows`, by key. */
export async function counterparts(
  database: Executor,
  table: MovedTable,
  rows: readonly Row[],
): Promise<Map<string, Row>> {
  const tuples = rows.map((row) => sql`(${sql.join(table.key.map((column) => row[column]))})`);
  const found = await queryBuilder<Record<string, Row>>(database)
    .selectFrom(table.name)
    .select(table.columns)
    .where(sql<boolean>`(${columnList(table.key)}) IN (${valuesOrList(database, tuples)})`)
    .execute();
  return new Map(found.map((row) => [keyOf(table, row), row]));
}

export function keyOf(table: MovedTable, row: Row): string {
  return JSON.stringify(table.key.map((column) => row[column]));
}

/** A row's content as text; equal for equal content in both databases. */
export function contentOf(table: MovedTable, row: Row): string {
  return JSON.stringify(table.columns.map((column) => asText(row[column])));
}

/** Bytes are replaced by their hash: as JSON they would be an array of numbers, several times their size. */
function asText(value: unknown): unknown {
  return value instanceof Uint8Array ? { sha256: createHash('sha256').update(value).digest('hex') } : value;
}

function readPage(database: Executor, table: MovedTable, after: Row | undefined, limit: number): Promise<Row[]> {
  return queryBuilder<Record<string, Row>>(database)
    .selectFrom(table.name)
    .select(table.columns)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${columnList(table.key)}) > (${sql.join(table.key.map((column) => after?.[column]))})`),
    )
    .orderBy(columnList(table.key))
    .limit(limit)
    .execute();
}

function columnList(columns: readonly string[]): ReturnType<typeof sql> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** SQLite requires VALUES after IN for row values; PostgreSQL compares untyped parameters only in a plain list. */
function valuesOrList(database: Executor, tuples: ReturnType<typeof sql>[]): ReturnType<typeof sql> {
  return database.dialect === 'sqlite' ? sql`VALUES ${sql.join(tuples)}` : sql.join(tuples);
}
