import { cellAt, type QuarantinedRows } from '../../contract/index.js';
import { CasparianError } from '../../platform/index.js';
import type { FileFormat, LineAccounting, ReadBatch, TableReader } from '../../tables/index.js';
import type { Datasets } from '../outputs/datasets.js';
import { rowLimitFailure } from '../outputs/quarantine-limits.js';
import type { SkippedCollector } from '../outputs/skipped-lines.js';
import { rowsOf } from '../outputs/staged-files.js';
import type { Prepared } from './prepare-reading.js';
import type { ReaderRequest } from './request.js';
import type { TypeDrift } from './type-drift.js';
import type { FileAccounting, Reading } from '../report/report.js';

export interface WritingRows extends Pick<ReaderRequest, 'signal' | 'limits'> {
  readonly onProgress?: ReaderRequest['onProgress'] | undefined;
  readonly datasets: Datasets;
  readonly types: TypeDrift | null;
  /** Receives the lines that are not rows; absent if they are not wanted. */
  readonly skipped?: SkippedCollector | undefined;
  /** The name of the file, where several go into one output. */
  readonly source?: string | undefined;
  /** Bad rows of earlier files of the same output. */
  readonly quarantinedBefore?: number;
}

/** Checks and writes the rows of a file, and accounts for all its lines. */
export async function writeRows(
  reader: TableReader,
  { reading, fit }: Prepared,
  { datasets, types, signal, limits, onProgress, quarantinedBefore = 0, skipped, source }: WritingRows,
): Promise<FileAccounting> {
  const lines = createLineCount(reading.format);
  for await (const read of reader.batches(signal, skipped?.add)) {
    await skipped?.flush(source);
    if (read.batch.rowCount === 0) continue;
    const batch = fit(read);
    const bad = await datasets.write(batch);
    lines.add(read, bad);
    types?.add(batch, bad);
    onProgress?.(rowsOf(datasets));
    const failure = rowLimitFailure(datasets.writers, await limits(), quarantinedBefore);
    if (failure !== null) throw failure;
  }
  await skipped?.flush(source);
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
  add(read: ReadBatch, quarantined: QuarantinedRows): void;
  /** Throws if the parts do not add up: such a report must not be published. */
  total(accounting: LineAccounting): FileAccounting;
}

function createLineCount(format: FileFormat): LineCount {
  const innerEnds = innerLineEnds(format);
  let rowsBefore = 0;
  let setAside = 0;
  let quarantined = 0;
  return {
    add(read, { indexes }) {
      quarantined += innerEnds === null ? indexes.length : linesOf(read, indexes, innerEnds);
      rowsBefore += read.batch.rowCount;
      setAside += indexes.length;
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

function linesOf({ batch, lines, faults }: ReadBatch, rows: Int32Array, innerEnds: RegExp): number {
  let sum = rows.length;
  const raws = new Map(faults.map(({ row, raw }) => [row, raw]));
  for (const row of rows) {
    if ((lines[row + 1] ?? 0) - (lines[row] ?? 0) === 1) continue;
    // After a row there may be lines that are not part of a row: only line ends inside its fields count.
    const raw = raws.get(row);
    const texts = raw === undefined ? batch.columns.map((column) => cellAt(column, row)) : [raw];
    for (const text of texts) if (typeof text === 'string') sum += occurrences(text, innerEnds);
  }
  return sum;
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
