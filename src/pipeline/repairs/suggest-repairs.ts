import type { TenantDatabase } from '../../database/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import type { Spool } from '../spool/spool.js';
import type { RepairReport } from './report.js';
import { storeReport } from './stored-reports.js';

/** The rows of one output: a dataset of the built-in readers, or an output of a parser. */
export interface RepairedOutput {
  /** Its name in queries. */
  readonly dataset: string;
  readonly parser: string;
  readonly output: string;
}

export interface SuggestOptions {
  /** Copies of files in buckets. */
  readonly spool: Spool;
  readonly signal: AbortSignal;
  /** Called after each batch, with the rows that were read so far. */
  readonly onProgress?: ((progress: SuggestProgress) => void) | undefined;
}

export interface SuggestProgress {
  readonly files: number;
  readonly rows: number;
}

/** Finds the changes of a contract that make quarantined rows valid, counts what each does to all rows, and stores the report. */
export async function suggestRepairs(
  database: TenantDatabase,
  output: RepairedOutput,
  options: SuggestOptions,
): Promise<RepairReport> {
  // Loaded here: other commands need neither the casts nor the readers.
  const report =
    output.parser === BUILTIN
      ? await (await import('./count-in-files.js')).reportOnDataset(database, output, options)
      : await (await import('./count-in-ledger.js')).reportOnParser(database, output, options);
  await storeReport(database, report);
  return report;
}
