import { CasparianError } from '../../platform/index.js';
import type { TableReader } from '../../tables/index.js';
import type { Datasets } from '../outputs/datasets.js';
import { rowsOf } from '../outputs/finish.js';
import { rowLimitFailure } from '../outputs/quarantine-limits.js';
import { createLineCount } from './line-count.js';
import type { Prepared } from './prepare-reading.js';
import type { FileAccounting, ReaderRequest, Reading } from './reading.js';
import type { TypeDrift } from './type-drift.js';

export interface WritingRows extends Pick<ReaderRequest, 'signal' | 'limits'> {
  readonly onProgress?: ReaderRequest['onProgress'] | undefined;
  readonly datasets: Datasets;
  readonly types: TypeDrift | null;
  /** Bad rows that other files of the same output had before. */
  readonly quarantinedBefore?: number;
}

/** Checks and writes the rows of a file, and accounts for all of its lines. */
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
    const rows = rowsOf(datasets);
    onProgress?.(rows);
    const failure = rowLimitFailure({ ...rows, quarantined: quarantinedBefore + rows.quarantined }, await limits());
    if (failure !== null) throw failure;
  }
  signal.throwIfAborted();
  return lines.total(reader.accounting);
}

/** What is not of the declared type is known when all rows were read. */
export function withChanges(reading: Reading, types: TypeDrift | null): Reading {
  if (types === null || reading.drift === null) return reading;
  return { ...reading, drift: { ...reading.drift, changed: types.changed() } };
}

/** What a signal interrupts ends in many ways; whoever sent it is told of one. */
export async function interruptible<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CasparianError('INTERRUPTED', 'The run was interrupted; nothing was written', { cause: error });
  }
}
