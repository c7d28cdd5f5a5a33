import { cellAt, type QuarantinedRow } from '../../contract/index.js';
import { CasparianError } from '../../platform/index.js';
import type { FileFormat, LineAccounting, ReadBatch, TableReader } from '../../tables/index.js';
import type { Datasets } from '../outputs/datasets.js';
import { rowLimitFailure } from '../outputs/quarantine-limits.js';
import { rowsOf } from '../outputs/staged-files.js';
import type { Prepared } from './prepare-reading.js';
import type { ReaderRequest } from './request.js';
import type { TypeDrift } from './type-drift.js';
import type { FileAccounting, Reading } from '../report/report.js';

export interface WritingRows extends Pick<ReaderRequest, 'signal' | 'limits'> {
  readonly onProgress?: ReaderRequest['onProgress'] | undefined;
  readonly datasets: Datasets;
  readonly types: TypeDrift | null;
  /** Bad rows of earlier files of the same output. */
  readonly quarantinedBefore?: number;
}

/** Checks and writes the rows of a file, and accounts for all its lines. */
export async function writeRows(
  reader: TableReader,
  { reading, fit }: Prepared,
  { datasets, types, signal, limits, onProgress, quarantinedBefore = 0 }: WritingRows,
): Promise<FileAccounting> {
  const lines = createLineCount(reading.format);
  for await (const read of reader.batches(signal)) {
    const batch = fit(read);
    const bad = await datasets.write(batch);
    lines.add(read, bad);
    types?.add(batch, bad);
    onProgress?.(rowsOf(datasets));
    const failure = rowLimitFailure(datasets.writers, await limits(), quarantinedBefore);
    if (failure !== null) throw failure;
  }
  signal.throwIfAborted();
  return lines.total(reader.accounting);
}

/** The number of misfits, and some warnings, are only known when all rows were read. */
export function withChanges(reading: Reading, types: TypeDrift | null, warnings: readonly string[]): Reading {
  const all = { ...reading, warnings: [...new Set([...reading.warnings, ...warnings])] };
  if (types === null || reading.drift === null) return all;
  return { ...all, drift: { ...reading.drift, changed: types.changed() } };
}

/** Turns every error after an abort into INTERRUPTED. */
export async function reportInterruption<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CasparianError('INTERRUPTED', 'The run was interrupted; nothing was written', { cause: error });
  }
}

/** Counts the lines of quarantined rows, so that every line of the file is accounted for. */
export interface LineCount {
  add(read: ReadBatch, quarantined: readonly QuarantinedRow[]): void;
  /** Throws if the parts do not add up: such a report must not be published. */
  total(accounting: LineAccounting): FileAccounting;
}

function createLineCount(format: FileFormat): LineCount {
  const innerEnds = innerLineEnds(format);
  let rowsBefore = 0;
  let setAside = 0;
  let quarantined = 0;
  return {
    add(read, rows) {
      const faults = rows.length === 0 ? NO_TEXTS : new Map(read.faults.map(({ row, raw }) => [row, raw]));
      for (const { rowNumber } of rows) quarantined += linesOf(read, rowNumber - rowsBefore - 1, innerEnds, faults);
      rowsBefore += read.batch.rowCount;
      setAside += rows.length;
    },
    total({ lines, header, preamble, rows, skipped }) {
      const passed = skipped.blank + skipped.comment + skipped.footer;
      const valid = rows - quarantined;
      const whole = { lines, header, preamble, valid, quarantined, skipped: passed };
      const addsUp = lines === header + preamble + rows + passed;
      if (addsUp && valid >= rowsBefore - setAside && quarantined >= setAside) return whole;
      throw new CasparianError('INTERNAL', 'The lines of the file do not add up', {
        why: `The counts are ${JSON.stringify({ ...whole, rows: rowsBefore, setAside })}. Nothing was written.`,
        next: ['Please report it, with the file if possible.'],
      });
    },
  };
}

/** Null if a record is never longer than a line, or counts as one. */
function innerLineEnds(format: FileFormat): RegExp | null {
  if (format.kind !== 'delimited') return null;
  const { lineEnd, quote, bareEscape } = format.dialect;
  if (quote === null && bareEscape !== true) return null;
  return lineEnd === '\r' || lineEnd === 'mixed' ? /\r\n|\n|\r/g : /\n/g;
}

type FaultTexts = ReadonlyMap<number, string>;

const NO_TEXTS: FaultTexts = new Map();

/** After a row there may be lines that are not part of a row: only line ends inside its fields count. */
function linesOf({ batch, lines }: ReadBatch, row: number, innerEnds: RegExp | null, faults: FaultTexts): number {
  const upToNext = (lines[row + 1] ?? 0) - (lines[row] ?? 0);
  if (upToNext === 1 || innerEnds === null) return 1;
  const raw = faults.get(row);
  const texts = raw === undefined ? batch.columns.map((column) => cellAt(column, row)) : [raw];
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? occurrences(text, innerEnds) : 0), 1);
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
