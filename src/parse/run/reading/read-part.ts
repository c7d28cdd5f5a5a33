import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CasparianError } from '../../../platform/index.js';
import type { Contract } from '../../contract/contract.js';
import type { Datasets } from '../datasets.js';
import { rowsOf } from '../finish.js';
import { type InputFile, requireReadable } from '../inputs.js';
import { datasetFileName } from '../output-name.js';
import { readAtOnce } from '../read-at-once.js';
import type { CommonContract, TogetherRequest } from '../read-together.js';
import type { BadRow } from '../report.js';
import { requireFile } from '../require-file.js';
import { builtinParser } from './builtin-name.js';
import { openTable } from './open-table.js';
import { prepareByContract } from './prepare-reading.js';
import type { FileAccounting, Reading } from './reading.js';
import { createTypeDrift } from './type-drift.js';
import { withChanges, writeRows } from './write-rows.js';

/** What came of one of the files that are read into one output. */
export interface Part {
  readonly input: InputFile;
  readonly reading: Reading;
  readonly accounting: FileAccounting;
  readonly rowsIn: number;
  readonly rowsQuarantined: number;
  readonly badRows: readonly BadRow[];
  readonly durationMs: number;
}

/** Gives what reads file after file into the same datasets. The first one says which columns they have. */
export function createPartReader(
  datasets: Datasets,
  request: TogetherRequest,
  { file, table }: CommonContract,
): (input: InputFile, index: number) => Promise<Part> {
  const output = join(request.directory, datasetFileName(request.into, request.format));
  const isReplaced = existsSync(output);
  let columns: readonly string[] | null = null;
  let quarantinedBefore = 0;

  const agree = async (input: InputFile, contract: Contract): Promise<void> => {
    const names = [...contract.outputs.values()].flatMap((output) => output.columns.map(({ name }) => name));
    if (columns === null) await datasets.declare({ name: null, version: null, outputs: null }, contract);
    else if (names.join('\n') !== columns.join('\n')) throw otherColumns(input.name);
    columns = names;
  };

  return async (input, index) => {
    const startedAt = performance.now();
    const { onReading, onProgress } = request.onInput?.(input, index) ?? {};
    const loaded = readAtOnce(input);
    if (loaded.content === undefined) await requireReadable(input);
    if (loaded.content === undefined || isReplaced) await requireFile(input, output);
    const prepared = await prepareByContract(loaded, request.look.format, file);
    const reading = table === null ? prepared.reading : { ...prepared.reading, table, drift: null };
    onReading?.(reading);
    await agree(input, prepared.contract);
    datasets.beginSource(input.name, builtinParser(reading.format));
    const types = reading.drift === null ? null : createTypeDrift(prepared.contract);
    const { signal, limits } = request;
    const writing = { datasets, types, signal, limits, onProgress, quarantinedBefore };
    const accounting = await writeRows(await openTable(loaded, reading.format), prepared, writing);
    const { rowsIn, quarantined } = rowsOf(datasets);
    quarantinedBefore += quarantined;
    const badRows = [...datasets.writers.values()].flatMap((writer) => writer.badRows);
    const durationMs = Math.round(performance.now() - startedAt);
    return {
      input,
      reading: withChanges(reading, types),
      accounting,
      rowsIn,
      rowsQuarantined: quarantined,
      badRows,
      durationMs,
    };
  };
}

function otherColumns(input: string): CasparianError {
  return new CasparianError('COLUMNS_MISMATCH', `'${input}' has other columns than the files before it`, {
    why: 'All files of one output have the same; the contract keeps those that are new.',
    next: ['Say in the contract what to do with new columns: "drift": {"added": "ignore"}'],
  });
}
