import { join } from 'node:path';
import type { IncomingBatch } from '../columns/incoming.js';
import type { Checker, QuarantinedRow } from '../contract/checker.js';
import { createQuarantineSink, type QuarantineSink } from '../outputs/quarantine-sink.js';
import { createSink, type DatasetSink, type Lineage, type OutputFormat } from '../outputs/sink.js';
import type { Staging } from '../outputs/staging.js';
import type { BadRow, ReportedFile, ReportedQuarantine } from './report.js';

export interface OutputWriterOptions {
  readonly name: string;
  readonly checker: Checker;
  readonly staging: Staging;
  readonly directory: string;
  readonly format: OutputFormat;
  readonly lineage: Lineage;
}

/** One output of one input on its way to disk: every row ends in the dataset or in the quarantine beside it. */
export interface OutputWriter {
  readonly rowsIn: number;
  readonly quarantined: number;
  readonly badRows: readonly BadRow[];
  write(batch: IncomingBatch): Promise<void>;
  /** Completes the staged dataset. */
  finishDataset(): Promise<ReportedFile>;
  /** Completes the staged quarantine. Null when every row was good. */
  finishQuarantine(): Promise<ReportedQuarantine | null>;
  /** Lets go of the staged files that were not completed. */
  close(): Promise<void>;
}

/** As many bad rows as a person reads before opening the file. */
const SHOWN_BAD_ROWS = 5;

export function datasetFileName(output: string, format: OutputFormat): string {
  return `${output}.${format}`;
}

export function quarantineFileName(output: string): string {
  return `${output}_quarantine.jsonl`;
}

export async function createOutputWriter(options: OutputWriterOptions): Promise<OutputWriter> {
  const { name, checker, staging, directory, format, lineage } = options;
  const datasetName = datasetFileName(name, format);
  const sink: DatasetSink = await createSink(format, staging.pathFor(datasetName), checker.columns, lineage);
  let quarantine: QuarantineSink | undefined;
  let rowsIn = 0;
  let quarantined = 0;
  const badRows: BadRow[] = [];

  const setAside = async (rows: readonly QuarantinedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    quarantine ??= await createQuarantineSink(staging.pathFor(quarantineFileName(name)));
    await quarantine.write(rows);
    quarantined += rows.length;
    for (const row of rows.slice(0, SHOWN_BAD_ROWS - badRows.length)) badRows.push(badRow(name, row));
  };

  return {
    get rowsIn() {
      return rowsIn;
    },
    get quarantined() {
      return quarantined;
    },
    badRows,
    async write(batch) {
      const checked = checker.check(batch);
      await sink.write(checked.valid);
      await setAside(checked.quarantined);
      rowsIn += batch.rowCount;
    },
    async finishDataset() {
      const { rows, sha256 } = await sink.finish();
      return { name, path: join(directory, datasetName), rows, sha256 };
    },
    async finishQuarantine() {
      if (quarantine === undefined) return null;
      const { sha256 } = await quarantine.finish();
      return { output: name, path: join(directory, quarantineFileName(name)), rows: quarantined, sha256 };
    },
    async close() {
      await sink.abort();
      await quarantine?.abort();
    },
  };
}

function badRow(output: string, { rowNumber, errors }: QuarantinedRow): BadRow {
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more in this row)` : '';
  return { output, rowNumber, column: first?.column ?? '', message: `${first?.message ?? ''}${others}` };
}
