import { queryBuilder, type TransactionScope } from '../../database/index.js';
import { newId } from '../../platform/index.js';
import type { PipelineSchema, QuarantineStatus } from '../schema/tables.js';
import { type QuarantineLine, readQuarantineLines } from './quarantine-lines.js';
import { searchable } from './searchable.js';

/** Whose rows they are. */
export interface QuarantineOwner {
  readonly jobId: string;
  readonly fileId: string;
  /** The parser's name. */
  readonly parser: string;
  readonly output: string;
  /** The file's path. */
  readonly source: string;
}

/** How many rows go into one statement: 13 parameters each stay below the limits of both databases. */
const ROWS_PER_STATEMENT = 500;
/** Rows can be long. A statement is sent when it holds about this much text. */
const CHARACTERS_PER_STATEMENT = 2_000_000;

const COLUMNS = [
  ...['id', 'job_id', 'file_id', 'parser', 'output', 'source', 'status'],
  ...['row_number', 'column_name', 'error_type', 'error_message', 'errors', 'raw_data'],
];

/**
 * Takes a staged quarantine file into the ledger, in pieces, and answers how many rows that were. What an earlier attempt
 * of the same job recorded for this output is replaced. With a `limit`, only the first rows are taken: evidence of a run
 * that failed need not be complete.
 */
export async function recordQuarantine(
  tx: TransactionScope,
  owner: QuarantineOwner,
  quarantineFile: string,
  status: Extract<QuarantineStatus, 'quarantined' | 'evidence'>,
  limit = Infinity,
): Promise<number> {
  await queryBuilder<PipelineSchema>(tx)
    .deleteFrom('cf_quarantine')
    .where('job_id', '=', owner.jobId)
    .where('output', '=', owner.output)
    .execute();
  let rows: QuarantineLine[] = [];
  let characters = 0;
  let recorded = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await insertRows(tx, owner, status, rows);
    recorded += rows.length;
    rows = [];
    characters = 0;
  };
  if (limit < 1) return 0;
  for await (const row of readQuarantineLines(quarantineFile)) {
    rows.push(row);
    characters += row.raw.length + row.errors.length;
    const isLast = recorded + rows.length >= limit;
    if (isLast || rows.length === ROWS_PER_STATEMENT || characters >= CHARACTERS_PER_STATEMENT) await flush();
    if (isLast) break;
  }
  await flush();
  return recorded;
}

async function insertRows(
  tx: TransactionScope,
  { jobId, fileId, parser, output, source }: QuarantineOwner,
  status: QuarantineStatus,
  rows: readonly QuarantineLine[],
): Promise<void> {
  const values: unknown[] = [];
  for (const row of rows) {
    values.push(newId(), jobId, fileId, parser, output, source, status, row.rowNumber);
    values.push(row.column === null ? null : searchable(row.column), row.errorType);
    values.push(searchable(row.errorMessage), row.errors, row.raw);
  }
  await tx.query(insertStatement(tx, rows.length), values);
}

/** Written by hand: that Kysely writes the same text for each 500 rows takes longer than either database needs for them. */
function insertStatement({ dialect }: TransactionScope, rowCount: number): string {
  let placeholder = 0;
  const tuple = (): string => COLUMNS.map(() => (dialect === 'sqlite' ? '?' : `$${++placeholder}`)).join(', ');
  const tuples = Array.from({ length: rowCount }, () => `(${tuple()}, cf_now())`);
  return `INSERT INTO cf_quarantine (${COLUMNS.join(', ')}, created_at) VALUES ${tuples.join(', ')}`;
}
