import {
  BIGINT,
  DuckDBDataChunk,
  type DuckDBConnection,
  DuckDBTimestampValue,
  type DuckDBValue,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api';
import type { Row, TenantExecutor } from '../../database/index.js';
import type { LedgerName } from '../catalog/dataset-names.js';
import { identifier } from '../duckdb/sql-text.js';
import { LEDGER_TABLES, type LedgerColumn, type LedgerTable, type LedgerType } from './ledger-tables.js';

/** The size of a data chunk, and little memory even if each row has a long text. */
const PAGE_ROWS = 2_048;

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/**
 * Copies the tenant's rows of a ledger table, page by page: DuckDB cannot read SQLite or PostgreSQL without downloading
 * an extension.
 */
export async function loadLedger(
  connection: DuckDBConnection,
  database: TenantExecutor,
  name: LedgerName,
): Promise<void> {
  const table = LEDGER_TABLES[name];
  const columns = table.columns.map((column) => `${identifier(column.name)} ${SQL_TYPES[column.type]}`);
  await connection.run(`CREATE TABLE ${identifier(name)} (${columns.join(', ')})`);
  const appender = await connection.createAppender(name);
  const types = table.columns.map(({ type }) => CHUNK_TYPES[type]);
  for await (const page of pagesOf(database, table)) {
    const chunk = DuckDBDataChunk.create(types, page.length);
    chunk.setColumns(table.columns.map((column) => page.map((row) => valueOf(row, column))));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

async function* pagesOf(database: TenantExecutor, { from, columns, key = ['id'] }: LedgerTable): AsyncGenerator<Row[]> {
  const isPostgres = database.dialect === 'postgres';
  // PostgreSQL's driver would parse JSON columns to objects and round their numbers.
  const names = columns.map(({ name, from = name, type }) => (isPostgres && type === 'JSON' ? `${from}::text` : from));
  const parameter = (number: number): string => (isPostgres ? `$${number}` : '?');
  const after = key.map((_, index) => parameter(index + 2));
  const statement = `SELECT ${names.join(', ')} FROM ${from}
    WHERE tenant = ${parameter(1)} AND (${key.join(', ')}) > (${after.join(', ')}) ORDER BY ${key.join(', ')} LIMIT ${PAGE_ROWS}`;
  let last: string[] = key.map((name) => (name.endsWith('id') ? BEFORE_ALL_IDS : ''));
  for (;;) {
    const page = await database.query(statement, [database.tenant, ...last]);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ROWS) return;
    last = key.map((name) => String(page.at(-1)?.[name]));
  }
}

function valueOf(row: Row, { name, from = name, type }: LedgerColumn): DuckDBValue {
  const value = row[from] as string | number | bigint | null;
  if (value === null) return null;
  if (type === 'VARCHAR' || type === 'JSON') return String(value);
  if (type === 'BIGINT') return BigInt(value);
  return new DuckDBTimestampValue(BigInt(value) * (type === 'ms' ? 1_000n : 1n));
}

const SQL_TYPES: Readonly<Record<LedgerType, string>> = {
  VARCHAR: 'VARCHAR',
  BIGINT: 'BIGINT',
  JSON: 'JSON',
  ms: 'TIMESTAMP',
  us: 'TIMESTAMP',
};

const CHUNK_TYPES = { VARCHAR, BIGINT, JSON: VARCHAR, ms: TIMESTAMP, us: TIMESTAMP };
