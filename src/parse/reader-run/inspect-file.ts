import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatOptions, InferredTable, InputFile, SkippedLine, TypeOverride } from '../../tables/index.js';
import { contractFileOf } from './compare-tables.js';
import type { BadRow, FileAccounting, Reading } from '../report/report.js';
import { runReader } from './run-reader.js';

export interface InspectFileRequest {
  readonly input: InputFile;
  readonly format: FormatOptions;
  readonly types: ReadonlyMap<string, TypeOverride>;
  /** An empty folder for the rows; the caller removes it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** What a file would become, if it was read now. */
export interface InspectedFile {
  readonly reading: Reading;
  readonly table: InferredTable;
  readonly accounting: FileAccounting | null;
  /** Lines that are not rows; empty if there are many. */
  readonly skipped: readonly SkippedLine[];
  readonly badRows: readonly BadRow[];
  /** The first rows as they would be stored, one JSON object each. */
  readonly rows: readonly string[];
  /** The text of the contract file for later files like this one. */
  readonly contract: string;
}

/** Nothing is refused: the user sees how many rows would be quarantined. */
const ANY_ROWS = { share: 1, rows: Number.MAX_SAFE_INTEGER };
const SHOWN_ROWS = 10;
const OUTPUT = 'rows';

/** Reads a whole file as a job would, and throws the rows away except for the first ones. */
export async function inspectFile(request: InspectFileRequest): Promise<InspectedFile> {
  const { input, format, types, folder, signal } = request;
  const run = await runReader({
    input,
    outputName: OUTPUT,
    reading: { format, types, contract: null },
    limits: () => Promise.resolve(ANY_ROWS),
    ...{ signal, format: 'jsonl' as const },
    pathFor: (fileName) => join(folder, fileName),
  });
  const { reading, failure } = run;
  if (failure !== null && failure.code !== 'QUARANTINE_LIMIT') throw failure;
  const table = reading.table as InferredTable;
  const [output] = run.outputs;
  const text = output === undefined ? '' : await readFile(output.path, 'utf8');
  const { contractFileText } = await import('../../contract/declare/contract-file.js');
  const file = { input, format: reading.format, table };
  return {
    ...{ reading, table, accounting: run.accounting, badRows: run.badRows, skipped: run.skippedLines.lines },
    rows: text.split('\n', SHOWN_ROWS).filter((line) => line !== ''),
    contract: contractFileText(contractFileOf({ files: [file], table })),
  };
}
