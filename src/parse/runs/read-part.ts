import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import type { Contract } from '../../contract/index.js';
import { createFormatDetector, type InputFile, type TableReader } from '../../tables/index.js';
import type { Datasets } from '../outputs/datasets.js';
import type { SkippedCollector } from '../outputs/skipped-lines.js';
import { rowsOf } from '../outputs/staged-files.js';
import { builtinParser, datasetFileName } from '../outputs/output-name.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import type { CommonContract, OneOutputRequest } from './read-into-one-output.js';
import type { BadRow, FileAccounting, Reading } from '../report/report.js';
import { requireFile, requireReadable } from '../inputs/require-readable.js';
import type { KnownFormat } from '../reader-run/known-format.js';
import { heldReader, type HeldRows } from '../reader-run/thread/held-rows.js';
import { openTable } from '../reader-run/open-table.js';
import { createPreparer, type Prepared } from '../reader-run/prepare-reading.js';
import type { ReaderRequest } from '../reader-run/request.js';
import { createTypeDrifts, type TypeDrift } from '../reader-run/type-drift.js';
import { withChanges, writeRows } from '../reader-run/write-rows.js';

/** The result of one of the files that are read into one output. */
export interface Part {
  readonly input: InputFile;
  /** Null if detection failed. */
  readonly reading: Reading | null;
  /** Null if the file was not read to its end. */
  readonly accounting: FileAccounting | null;
  readonly rowsIn: number;
  readonly rowsQuarantined: number;
  readonly badRows: readonly BadRow[];
  readonly durationMs: number;
  readonly failure: CasparianError | null;
}

/** Returns a function that reads file after file into the same datasets. The first file determines the columns. */
export function createPartReader(
  datasets: Datasets,
  request: OneOutputRequest,
  { file, table, lookAt }: CommonContract,
  skipped: SkippedCollector,
): (input: InputFile, index: number) => Promise<Part> {
  const output = join(request.directory, datasetFileName(request.into, request.format));
  const isReplaced = existsSync(output);
  const preparer = createPreparer(file, request.look.format, createFormatDetector());
  let common: Contract | null = null;
  let createTypes: (() => TypeDrift) | null = null;
  let columns: readonly string[] = [];
  let quarantinedBefore = 0;

  const agree = async (input: InputFile, contract: Contract): Promise<void> => {
    if (contract === common) return;
    const names = [...contract.outputs.values()].flatMap((output) => output.columns.map(({ name }) => name));
    if (common === null) await datasets.declare({ name: null, version: null, outputs: null }, contract);
    else if (names.join('\n') !== columns.join('\n')) throw otherColumns(input.name);
    [common, columns, createTypes] = [contract, names, createTypeDrifts(contract)];
  };

  const agreed = async (input: InputFile, prepared: Prepared): Promise<Prepared> => {
    await agree(input, prepared.contract);
    return { ...prepared, reading: { ...prepared.reading, table } };
  };

  const prepareFile = async (input: InputFile, known: KnownFormat | undefined): Promise<Opened> => {
    const loaded = readSmallFile(input);
    if (loaded.content === undefined) await requireReadable(input);
    if (loaded.content === undefined || isReplaced) await requireFile(input, output);
    const prepared = await agreed(input, await preparer.detected(loaded, known));
    return { prepared, reader: await openTable(loaded, prepared.reading.format, prepared.contract) };
  };

  const prepareRows = async (input: InputFile, rows: HeldRows): Promise<Opened> => {
    if (isReplaced) await requireFile(input, output);
    const reader = heldReader(rows);
    return { prepared: await agreed(input, preparer.opened(input, rows.format, reader)), reader };
  };

  const prepare = (input: InputFile, index: number): Promise<Opened> => {
    const { known, rows } = lookAt(input, index);
    return rows === null ? prepareFile(input, known) : prepareRows(input, rows);
  };

  const write = async ({ prepared, reader }: Opened, source: string, onProgress: OnProgress) => {
    const { signal, limits } = request;
    assert(createTypes, 'a file is written after its contract was agreed on');
    const types = createTypes();
    const writing = { datasets, types, signal, limits, onProgress, quarantinedBefore, skipped, source };
    const written = await attempt(() => writeRows(reader, prepared, writing));
    const { rowsIn, quarantined } = rowsOf(datasets);
    quarantinedBefore += quarantined;
    return {
      reading: withChanges(prepared.reading, types, reader.warnings ?? []),
      accounting: written.value,
      failure: written.failure,
      rowsIn,
      rowsQuarantined: quarantined,
      badRows: [...datasets.writers.values()].flatMap((writer) => writer.badRows),
    };
  };

  return async (input, index) => {
    const startedAt = performance.now();
    const { onReading, onProgress } = request.onInput?.(input, index) ?? {};
    const { value: opened, failure } = await attempt(() => prepare(input, index));
    if (opened === null) return { ...UNREAD, input, failure, durationMs: elapsed(startedAt) };
    const { reading } = opened.prepared;
    onReading?.(reading);
    datasets.beginSource(input.name, builtinParser(reading.format));
    return { input, ...(await write(opened, input.name, onProgress)), durationMs: elapsed(startedAt) };
  };
}

interface Opened {
  readonly prepared: Prepared;
  readonly reader: TableReader;
}

type OnProgress = ReaderRequest['onProgress'] | undefined;

const UNREAD = { reading: null, accounting: null, rowsIn: 0, rowsQuarantined: 0, badRows: [] };

function elapsed(since: number): number {
  return Math.round(performance.now() - since);
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly failure: null } | { readonly value: null; readonly failure: CasparianError }> {
  try {
    return { value: await work(), failure: null };
  } catch (error) {
    if (error instanceof CasparianError) return { value: null, failure: error };
    throw error;
  }
}

function otherColumns(input: string): CasparianError {
  return new CasparianError('COLUMNS_MISMATCH', `'${input}' has other columns than the files before it`, {
    why: 'All files of one output must have the same columns, and the contract keeps new ones.',
    next: ['Set the rule for new columns in the contract: "drift": {"added": "ignore"}'],
  });
}
