import { type Query, textOfRows } from '../../../datasets/sql.js';
import type { Output } from '../../output/output.js';
import { writeLines } from '../../output/write-lines.js';
import { printTable } from './print-table.js';

export type Format = 'table' | 'csv' | 'json' | 'ndjson' | 'parquet';

export interface QueryOptions {
  file?: string;
  format?: Format;
  limit?: number;
  lineage?: boolean;
  out?: string;
  force?: boolean;
  allowFiles?: boolean;
}

/** What of the rows is shown. */
export interface ShownRows {
  readonly limit?: number | undefined;
  readonly lineage?: boolean | undefined;
}

/** Prints the rows of a query, as a command and at the prompt. */
export async function printRows(
  query: Query,
  { sql, format, limit, lineage }: ShownRows & { readonly sql: string; readonly format: Exclude<Format, 'parquet'> },
  output: Output,
): Promise<void> {
  for (const note of query.notes) output.message(`Note: ${note}`);
  // A statement that names these columns asks for them.
  if (format === 'table') return printTable(query, { limit, lineage: lineage ?? sql.includes('_cf_') }, output);
  await writeLines(process.stdout, textOfRows(await query.rows(limit), format));
}
