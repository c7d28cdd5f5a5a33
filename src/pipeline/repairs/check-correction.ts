import type { Cell, OutputContract } from '../../contract/index.js';
import type { TenantExecutor } from '../../database/index.js';
import { CasparianError, nearest } from '../../platform/index.js';
import { BUILTIN } from '../builtin/builtin-parser.js';
import { currentContract } from '../builtin/contracts.js';
import type { CorrectedValues } from '../corrections/correction.js';
import type { QuarantineEntry } from '../quarantine/quarantine-entry.js';
import { parserNamed } from '../registry/find-parsers.js';
import { declaredOutput } from './changed-contract.js';
import { loadTrials } from './load-trials.js';
import { rawCells } from './raw-cells.js';

/**
 * Refuses values that the current contract does not accept. Duplicates in unique columns are found by the replay, which sees the other
 * rows. A parser that declares no columns is checked by the replay only.
 */
export async function checkCorrection(
  database: TenantExecutor,
  entry: QuarantineEntry,
  values: CorrectedValues,
): Promise<void> {
  const contract = await contractOfEntry(database, entry);
  const cells = correctedCells(contract, entry, values);
  if (contract === null || cells === null) return;
  const { createPreview } = await import('./preview-rows.js');
  const { valid, text } = createPreview(contract, Object.keys(values)[0] ?? '')(cells);
  if (valid) return;
  throw new CasparianError('CORRECTION_INVALID', `The corrected row is not valid: ${text ?? ''}`, {
    next: ['Correct all columns with errors at once.'],
  });
}

/** The cells of a row with corrected values. Null if the contract declares no columns. Refuses columns that it does not have. */
export function correctedCells(
  contract: OutputContract | null,
  { raw }: QuarantineEntry,
  values: CorrectedValues,
): ReadonlyMap<string, Cell> | null {
  const given = Object.keys(values);
  if (given.length === 0) throw new CasparianError('CORRECTION_INVALID', 'A correction needs at least one value');
  if (contract === null || contract.columns.length === 0) return null;
  const known = contract.columns.map(({ name }) => name);
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownColumn(unknown, known);
  const before = rawCells(raw);
  if (before === null) requireAll(known, values);
  return new Map<string, Cell>([...(before ?? []), ...Object.entries(values)]);
}

/** A record that could not be split has no other values: without this, what it says about the other columns would be lost. */
function requireAll(known: readonly string[], values: CorrectedValues): void {
  const missing = known.filter((name) => !Object.hasOwn(values, name));
  if (missing.length === 0) return;
  throw new CasparianError('CORRECTION_INVALID', `The correction has no value for ${missing.join(', ')}`, {
    why: 'The record could not be split into columns, so all of them must be given.',
    next: ['Give the value of each column, and null for those that have none.'],
  });
}

/** The contract that the rows of an output must satisfy now; null if it is not declared. */
export async function contractOfEntry(
  database: TenantExecutor,
  { parser, output }: Pick<QuarantineEntry, 'parser' | 'output'>,
): Promise<OutputContract | null> {
  if (parser !== BUILTIN) return declaredOutput((await parserNamed(database, parser)).outputs, { parser, output });
  const current = await currentContract(database, output);
  if (current === undefined) return null;
  const { parseContractFile } = await loadTrials();
  return parseContractFile(current.contract).contract;
}

function unknownColumn(name: string, known: readonly string[]): CasparianError {
  const guess = nearest(name, known);
  return new CasparianError('CORRECTION_INVALID', `The contract has no column '${name}'`, {
    next: guess === undefined ? [`Its columns are ${known.join(', ')}.`] : [`Did you mean '${guess}'?`],
  });
}
