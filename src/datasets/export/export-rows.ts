import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, text } from '../duckdb/sql-text.js';
import { type Query, type QueryRequest, withQuery } from '../query/open-query.js';
import type { RowBatch, RowStream } from '../values/rows.js';
import { textOfRows } from '../values/write-rows.js';
import { withoutEnding } from '../query/without-ending.js';
import type { ExportFormat } from './export-format.js';
import { JOURNALS, withStagedFile } from './staged-file.js';
import { writeSqlite } from './write-sqlite.js';
import { writeXlsx } from './xlsx/write-xlsx.js';

export interface ExportRequest extends Omit<QueryRequest, 'writes'> {
  /** An absolute path. */
  readonly target: string;
  readonly format: ExportFormat;
  /** Replace an existing file. */
  readonly force: boolean;
  /** The name of the table in a database. */
  readonly table: string;
}

export interface Exported {
  readonly rows: number;
  readonly notes: readonly string[];
}

/** Writes the rows of a statement to a file, completely or not at all. */
export function exportRows(request: ExportRequest): Promise<Exported> {
  return withStagedFile(request.target, request, (staged) =>
    withQuery({ ...request, writes: JOURNALS.map((suffix) => staged + suffix) }, async (query) => {
      const rows = await writeRows(query, request, staged);
      return { rows, notes: query.notes };
    }),
  );
}

function writeRows(query: Query, { format, table, sql }: ExportRequest, staged: string): Promise<number> {
  switch (format) {
    case 'parquet':
      return query.run((connection) => writeParquet(connection, sql, staged));
    case 'duckdb':
      return query.run((connection) => writeDuckDb(connection, sql, staged, table));
    case 'xlsx':
      return query.rows().then((rows) => writeXlsx(staged, table, rows));
    case 'sqlite':
      return query.rows().then((rows) => writeSqlite(staged, table, rows));
    default:
      return query.rows().then((rows) => writeText(rows, format, staged));
  }
}

async function writeText(rows: RowStream, format: 'csv' | 'json' | 'ndjson', staged: string): Promise<number> {
  let written = 0;
  const batches = counted(rows.batches, (count) => (written += count));
  const lines = textOfRows({ ...rows, batches }, format);
  await pipeline(Readable.from(lines), createWriteStream(staged, { flags: 'wx' }));
  return written;
}

async function* counted(batches: AsyncIterable<RowBatch>, onRows: (rows: number) => void): AsyncGenerator<RowBatch> {
  for await (const batch of batches) {
    onRows(batch.rowCount);
    yield batch;
  }
}

async function writeParquet(connection: DuckDBConnection, sql: string, staged: string): Promise<number> {
  const options = 'FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false';
  return changedRows(connection, `COPY (${inner(sql)}) TO ${text(staged)} (${options})`);
}

async function writeDuckDb(connection: DuckDBConnection, sql: string, staged: string, table: string): Promise<number> {
  await connection.run(`ATTACH ${text(staged)} AS exported`);
  const rows = await changedRows(connection, `CREATE TABLE exported.${identifier(table)} AS (${inner(sql)})`);
  await connection.run('DETACH exported');
  return rows;
}

/** The statement was checked to be a reading one, so it is safe between brackets. */
function inner(sql: string): string {
  return `\n${withoutEnding(sql)}\n`;
}

async function changedRows(connection: DuckDBConnection, statement: string): Promise<number> {
  const answer = await connection.runAndReadAll(statement);
  return Number(answer.getRows()[0]?.[0] ?? 0);
}
