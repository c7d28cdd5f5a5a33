import { lazily } from '../../platform/index.js';
import type { InputFile } from './inputs.js';
import type { ReaderRequest } from './reading/reading.js';
import type { ReaderRun } from './run-reader.js';

export type { ReaderRun };

/** One file for a dataset, whose contract is there as text, or is to be found out. */
export interface StagedReading extends Omit<ReaderRequest, 'reading'> {
  readonly contract: string | null;
}

/** Loaded when something is to be read: what only plans does without. */
const load = lazily(async () => {
  const [{ runReader }, { parseContractFile }] = await Promise.all([
    import('./run-reader.js'),
    import('../infer/contract-file.js'),
  ]);
  return { runReader, parseContractFile };
});

/** What is known of a file before anybody has looked at it: nothing. */
const UNTOLD = { format: {}, types: new Map() };

/** Reads one file by a contract that a database keeps, or finds out what its contract would be. */
export async function readStaged({ contract, ...request }: StagedReading): Promise<ReaderRun> {
  const { runReader, parseContractFile } = await load();
  const reading = { ...UNTOLD, contract: contract === null ? null : parseContractFile(contract) };
  return runReader({ ...request, reading });
}

/** The contract of what a run found out, for files to come. */
export async function savedContract({ reading: { table, format } }: ReaderRun): Promise<string> {
  if (table === null) throw new Error('a run by a contract finds out no other');
  const { contractOfTable } = await import('./reading/contract-of-table.js');
  const { contractFileText } = await import('../infer/contract-file.js');
  const { STRICT_DRIFT } = await import('../infer/drift-rules.js');
  // Whether there is a header is the one thing that cannot always be told; delimiters and encodings may change.
  const dialect = format.kind === 'delimited' ? { header_lines: format.dialect.headerLines } : null;
  return contractFileText({ contract: contractOfTable(table), dialect, drift: STRICT_DRIFT });
}

/** How the types in a file differ from those of a contract, a sentence for each column. Reads all of it. */
export async function typeDrift(input: InputFile, contract: string, signal: AbortSignal): Promise<string[]> {
  const { parseContractFile } = await load();
  const { lookAtTable } = await import('./reading/look-at-table.js');
  const { driftOf, driftSentences } = await import('../infer/drift.js');
  const { contract: expected, dialect } = parseContractFile(contract);
  const { table } = await lookAtTable(input, { ...UNTOLD, format: { headerLines: dialect?.header_lines }, signal });
  const { changed } = driftOf(expected.columns, table.columns);
  return driftSentences({ added: [], missing: [], renamed: [], changed });
}

/** A contract that somebody wrote, checked, in the one form that is kept. Throws CONTRACT_INVALID. */
export async function checkedContract(path: string): Promise<string> {
  const { contractFileText, readContractFile } = await import('../infer/contract-file.js');
  return contractFileText(await readContractFile(path));
}
