import type { ContractFile } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import { openTable } from '../reader-run/open-table.js';
import { type Prepared, prepareByContract } from '../reader-run/prepare-reading.js';
import { ACCEPTED } from './row-class.js';
import { createTrials, type Effects } from './trials.js';

/** A contract file with one changed column. */
export interface FileTrial {
  readonly file: ContractFile;
  readonly column: string;
  readonly group: number;
}

export interface FileTrialRequest {
  readonly input: InputFile;
  readonly current: ContractFile;
  readonly trials: readonly FileTrial[];
  /** The classes of rows by number, see `row-class.ts`. Rows that are not listed are accepted. */
  readonly classes: ReadonlyMap<number, number>;
  readonly signal: AbortSignal;
  readonly onRows?: (rows: number) => void;
}

export interface FileTrialResult {
  readonly rows: number;
  readonly alreadyValid: number;
  readonly effects: readonly Effects[];
}

/** Reads a file without a parser, and tries contracts on its rows. Memory is one batch. Writes nothing. */
export async function tryOnFile(request: FileTrialRequest): Promise<FileTrialResult> {
  const { current, trials, classes, signal, onRows } = request;
  const input = readSmallFile(request.input);
  const prepared = await prepareByContract(input, {}, current);
  const changed: Prepared[] = [];
  for (const { file } of trials) changed.push(await prepareByContract(input, {}, file));
  const counts = createTrials(
    contractOf(prepared),
    trials.map(({ column, group }, index) => ({ contract: contractOf(changed[index] as Prepared), column, group })),
  );
  const reader = await openTable(input, prepared.reading.format);
  let rows = 0;
  for await (const read of reader.batches(signal)) {
    const states = Int32Array.from(
      { length: read.batch.rowCount },
      (_, row) => classes.get(rows + row + 1) ?? ACCEPTED,
    );
    counts.add(states, (which) => (which === 'current' ? prepared : (changed[which] as Prepared)).fit(read));
    rows += read.batch.rowCount;
    onRows?.(read.batch.rowCount);
  }
  signal.throwIfAborted();
  return { rows, alreadyValid: counts.alreadyValid, effects: counts.effects };
}

function contractOf({ contract }: Prepared) {
  const [only] = contract.outputs.values();
  if (only === undefined) throw new Error('a contract file has one output');
  return only;
}
