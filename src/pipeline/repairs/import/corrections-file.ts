import { createRawRows } from '../../../contract/index.js';
import { CasparianError } from '../../../platform/index.js';
import { detectFormat, type InputFile, openReader } from '../../../tables/index.js';

/** The readers reserve names that begin with `_cf_`, so they read the column `_cf_id` under this name. */
const ID_COLUMN = 'cf_id';
const LINEAGE = /^cf_(row|source|error_column|error_type|error_message|id)$/;

/** A line of a file of corrections. */
export interface CorrectionLine {
  /** The first line of the record in the file. */
  readonly line: number;
  /** The id of the quarantined row; null if the field is empty. */
  readonly id: string | null;
  /** The texts by column, without those of the lineage. */
  readonly fields: ReadonlyMap<string, string | null>;
  /** Why the record is not a row of the table. */
  readonly fault: string | null;
}

export interface CorrectionsFile {
  /** The columns that can have corrected values. */
  readonly columns: readonly string[];
  readonly lines: AsyncIterable<CorrectionLine>;
}

/**
 * Opens a CSV file that `quarantine export` has written and a person has edited. Delimiter and encoding are detected, because spreadsheets
 * change both.
 */
export async function openCorrectionsFile(path: string, signal: AbortSignal): Promise<CorrectionsFile> {
  const input: InputFile = { name: path, path, bytes: undefined };
  const format = await detectFormat(input, { headerLines: 1, skipLines: 0, footerLines: 0 });
  if (format.kind !== 'delimited') throw notCsv('It is not CSV.');
  const reader = await openReader(input, format);
  if (!reader.columns.includes(ID_COLUMN)) throw notCsv('It has no column _cf_id, which names the rows.');
  return { columns: reader.columns.filter((name) => !LINEAGE.test(name)), lines: linesOf(reader, signal) };
}

async function* linesOf(
  reader: Awaited<ReturnType<typeof openReader>>,
  signal: AbortSignal,
): AsyncGenerator<CorrectionLine> {
  for await (const { batch, lines, faults } of reader.batches(signal)) {
    const rawRow = createRawRows(batch);
    const faulty = new Map(
      faults.map((fault) => [fault.row, `The record is not a row: ${fault.code.replaceAll('_', ' ')}`]),
    );
    for (let row = 0; row < batch.rowCount; row++) {
      const fields = new Map(Object.entries(JSON.parse(rawRow(row)) as Record<string, string | null>));
      const id = fields.get(ID_COLUMN) ?? null;
      for (const name of fields.keys()) if (LINEAGE.test(name)) fields.delete(name);
      yield { line: lines[row] ?? 0, id, fields, fault: faulty.get(row) ?? null };
    }
  }
}

function notCsv(why: string): CasparianError {
  return new CasparianError('CORRECTIONS_UNREADABLE', 'The file is not an export of quarantined rows', {
    why,
    next: ['Export the rows as CSV, change values, keep the column _cf_id, and save it as CSV.'],
  });
}
