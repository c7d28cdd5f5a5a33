import {
  type CheckedBatch,
  type Checker,
  createQuarantineSink,
  createSink,
  type DatasetSink,
  endOfRuns,
  type IncomingBatch,
  type Lineage,
  type OutputFormat,
  type OutputLimits,
  type QuarantinedRow,
  type QuarantinedRows,
  type QuarantineSink,
  runsBetween,
  type TypedBatch,
} from '../../contract/index.js';
import type { BadRow } from '../report/report.js';
import { correctedBatch, type Corrections } from './corrected-batch.js';
import { datasetFileName, quarantineFileName } from './output-name.js';

export interface OutputWriterOptions {
  readonly name: string;
  readonly checker: Checker;
  readonly limits: OutputLimits | null;
  /** Returns the path at which to write a file of this name. */
  readonly pathFor: (fileName: string) => string;
  readonly format: OutputFormat;
  readonly lineage: Lineage;
  /** Whether there are several sources, so that a quarantined row must name its source. */
  readonly namesSources: boolean;
  /** The numbers of the rows to write; all if absent. */
  readonly wanted: ReadonlySet<number> | undefined;
  /** Values of rows that replace those of the input. */
  readonly corrections?: Corrections | undefined;
}

/** A complete file under its staged name. */
export interface StagedFile {
  readonly output: string;
  /** Its final name: `orders.parquet`, `orders_quarantine.jsonl`. */
  readonly fileName: string;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes one output of one input: every row goes to the dataset or to its quarantine. */
export interface OutputWriter {
  readonly rowsIn: number;
  readonly quarantined: number;
  /** The limits for its bad rows, from its contract. */
  readonly limits: OutputLimits | null;
  readonly badRows: readonly BadRow[];
  /** The number of empty texts that became null, by column. */
  readonly emptyTexts: ReadonlyMap<string, number>;
  /** Returns the quarantined rows. */
  write(batch: IncomingBatch): Promise<QuarantinedRows>;
  /** The following batches come from another source: counts and bad rows restart. */
  beginSource(): void;
  /** Completes the staged dataset. */
  finishDataset(): Promise<StagedFile>;
  /** Completes the staged quarantine. Null if every row was valid. */
  finishQuarantine(): Promise<StagedFile | null>;
  /** Discards the staged files that were not completed. */
  close(): Promise<void>;
}

/** More bad rows are better read in the file. */
const SHOWN_BAD_ROWS = 5;

export async function createOutputWriter(options: OutputWriterOptions): Promise<OutputWriter> {
  const { name, checker, limits, pathFor, format, lineage, namesSources, wanted, corrections } = options;
  const dataset = stagedPlace(name, datasetFileName(name, format), pathFor);
  const sink: DatasetSink = await createSink(format, dataset.path, checker.columns, lineage);
  let quarantine: (StagedPlace & { readonly sink: QuarantineSink }) | undefined;
  let rowsIn = 0;
  let quarantined = 0;
  let badRows: BadRow[] = [];

  const setAside = async (rows: QuarantinedRows | readonly QuarantinedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    if (quarantine === undefined) {
      const place = stagedPlace(name, quarantineFileName(name), pathFor);
      quarantine = { ...place, sink: await createQuarantineSink(place.path) };
    }
    await quarantine.sink.write(rows, namesSources ? lineage.source : undefined);
    for (const row of rows) {
      if (badRows.length >= SHOWN_BAD_ROWS) break;
      badRows.push(badRow(name, row));
    }
  };

  return {
    limits,
    emptyTexts: checker.emptyTexts,
    get rowsIn() {
      return rowsIn;
    },
    get quarantined() {
      return quarantined;
    },
    get badRows() {
      return badRows;
    },
    beginSource() {
      checker.restart();
      [rowsIn, quarantined, badRows] = [0, 0, []];
    },
    async write(batch) {
      const checked = checker.check(corrections === undefined ? batch : correctedBatch(batch, rowsIn, corrections));
      const { valid, quarantined: bad } = wanted === undefined ? checked : wantedRows(checked, wanted);
      await sink.write(valid);
      await setAside(bad);
      rowsIn += batch.rowCount;
      quarantined += checked.quarantined.length;
      return checked.quarantined;
    },
    async finishDataset() {
      return { ...dataset, ...(await sink.finish()) };
    },
    async finishQuarantine() {
      if (quarantine === undefined) return null;
      const { sink: quarantineSink, ...place } = quarantine;
      return { ...place, ...(await quarantineSink.finish()) };
    },
    async close() {
      await sink.abort();
      await quarantine?.sink.abort();
    },
  };
}

type StagedPlace = Pick<StagedFile, 'output' | 'fileName' | 'path'>;

function stagedPlace(output: string, fileName: string, pathFor: OutputWriterOptions['pathFor']): StagedPlace {
  return { output, fileName, path: pathFor(fileName) };
}

function badRow(output: string, { rowNumber, errors }: QuarantinedRow): BadRow {
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more in this row)` : '';
  return { output, rowNumber, column: first?.column ?? null, message: `${first?.message ?? ''}${others}` };
}

interface WantedRows {
  readonly valid: TypedBatch;
  readonly quarantined: readonly QuarantinedRow[];
}

/** Only the rows of a checked batch with wanted numbers. */
export function wantedRows({ valid, quarantined }: CheckedBatch, wanted: ReadonlySet<number>): WantedRows {
  const { bounds } = valid.runs;
  const unwanted = new Uint8Array(endOfRuns(valid.runs)).fill(1);
  for (let run = 0; run < bounds.length; run += 2) {
    for (let row = bounds[run] ?? 0; row < (bounds[run + 1] ?? 0); row += 1) {
      if (wanted.has(valid.rowsBefore + row + 1)) unwanted[row] = 0;
    }
  }
  return {
    valid: { ...valid, runs: runsBetween(unwanted) },
    quarantined: [...quarantined].filter(({ rowNumber }) => wanted.has(rowNumber)),
  };
}
