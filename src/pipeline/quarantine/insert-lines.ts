import { newId } from '../../platform/index.js';
import type { QuarantineStatus } from '../schema/tables.js';
import { type QuarantineLine, readQuarantineLines } from './quarantine-lines.js';
import { searchable } from './searchable.js';
import type { TenantTransaction } from '../../database/index.js';

/** The owner of quarantined rows. */
export interface QuarantineOwner {
  readonly jobId: string;
  readonly fileId: string;
  /** The parser's name. */
  readonly parser: string;
  readonly output: string;
  /** The file's path. */
  readonly source: string;
}

export interface InsertOptions {
  readonly status: QuarantineStatus;
  /** Only the first rows, up to this number. */
  readonly limit?: number;
  /** SQL for rows that already exist. */
  readonly onConflict?: string;
}

/** Rows per statement: with 14 parameters each, this stays below the limits of both databases. */
const ROWS_PER_STATEMENT = 500;
/** Rows can be long. A statement is sent when it has about this many characters. */
const CHARACTERS_PER_STATEMENT = 2_000_000;

const COLUMNS = [
  ...['id', 'tenant', 'job_id', 'file_id', 'parser', 'output', 'source', 'status'],
  ...['row_number', 'column_name', 'error_type', 'error_message', 'errors', 'raw_data'],
];

/** Writes the rows of a quarantine file to the ledger in batches. Returns how many. */
export async function insertLines(
  tx: TenantTransaction,
  owner: QuarantineOwner,
  quarantineFile: string,
  options: InsertOptions,
): Promise<number> {
  let written = 0;
  for await (const rows of pieces(readQuarantineLines(quarantineFile), options.limit)) {
    await insertRows(tx, owner, rows, options);
    written += rows.length;
  }
  return written;
}

async function* pieces(lines: AsyncIterable<QuarantineLine>, limit = Infinity): AsyncGenerator<QuarantineLine[]> {
  let rows: QuarantineLine[] = [];
  let characters = 0;
  let left = limit;
  for await (const row of lines) {
    if (left-- === 0) break;
    rows.push(row);
    characters += row.raw.length + row.errors.length;
    if (rows.length < ROWS_PER_STATEMENT && characters < CHARACTERS_PER_STATEMENT) continue;
    yield rows;
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield rows;
}

async function insertRows(
  tx: TenantTransaction,
  { jobId, fileId, parser, output, source }: QuarantineOwner,
  rows: readonly QuarantineLine[],
  { status, onConflict = '' }: InsertOptions,
): Promise<void> {
  const values: unknown[] = [];
  for (const row of rows) {
    values.push(newId(), tx.tenant, jobId, fileId, parser, output, source, status, row.rowNumber);
    values.push(row.column === null ? null : searchable(row.column), row.errorType);
    values.push(searchable(row.errorMessage), row.errors, row.raw);
  }
  await tx.query(`${insertStatement(tx, rows.length)} ${onConflict}`, values);
}

/**
 * Built by hand: Kysely takes longer to generate the same text for each 500 rows than either database takes to run it.
 */
function insertStatement({ dialect }: TenantTransaction, rowCount: number): string {
  let placeholder = 0;
  const tuple = (): string => COLUMNS.map(() => (dialect === 'sqlite' ? '?' : `$${++placeholder}`)).join(', ');
  const tuples = Array.from({ length: rowCount }, () => `(${tuple()}, cf_now())`);
  return `INSERT INTO cf_quarantine (${COLUMNS.join(', ')}, created_at) VALUES ${tuples.join(', ')}`;
}
