import { CasparianError, lazily } from '../../platform/index.js';
import type { OutputFormat } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import { datasetFileName, quarantineFileName } from '../outputs/output-name.js';
import type { Reading } from '../reader-run/reading.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { QuarantineLimits } from '../outputs/quarantine-limits.js';

export type { ReaderRun };

/** One file for a dataset, in words that another process understands. */
export interface StagedReading {
  readonly path: string;
  readonly dataset: string;
  /** As its file has it; null when it is to be found out. */
  readonly contract: string | null;
  readonly jobId: string;
  readonly limits: QuarantineLimits;
  readonly format: OutputFormat;
  /** Where to stage each file, by the name it would have. */
  readonly places: Readonly<Record<string, string>>;
  /** The numbers of the rows to write; all when absent. */
  readonly onlyRows?: readonly number[] | undefined;
}

/** The files that reading into a dataset may stage. */
export function stagedFileNames(dataset: string, format: OutputFormat): string[] {
  return [datasetFileName(dataset, format), quarantineFileName(dataset)];
}

/** Loaded when something is to be read: what only plans does without. */
const load = lazily(async () => {
  const [{ runReader }, { parseContractFile }] = await Promise.all([
    import('../reader-run/run-reader.js'),
    import('../../contract/declare/contract-file.js'),
  ]);
  return { runReader, parseContractFile };
});

/** What is known of a file before anybody has looked at it: nothing. */
const UNTOLD = { format: {}, types: new Map() };

/** Whoever wants it to end ends the process. */
const NEVER = new AbortController().signal;

/** Reads one file by a contract that a database keeps, or finds out what its contract would be. */
export async function readStaged(asked: StagedReading, onReading: (reading: Reading) => void): Promise<ReaderRun> {
  const { path, dataset, contract, jobId, limits, format, places, onlyRows } = asked;
  const { runReader, parseContractFile } = await load();
  const input = { name: path, path, bytes: undefined };
  const wanted = onlyRows === undefined ? undefined : new Set(onlyRows);
  const run = await runReader({
    input,
    outputName: dataset,
    reading: { ...UNTOLD, contract: contract === null ? null : parseContractFile(contract) },
    jobId,
    limits: () => Promise.resolve(limits),
    signal: NEVER,
    format,
    pathFor: (fileName) => placeOf(fileName, places),
    synced: true,
    onReading,
    ...(wanted === undefined ? {} : { onlyRows: () => wanted }),
  });
  if (contract === null || run.failure?.code !== 'QUARANTINE_LIMIT') return run;
  return { ...run, failure: await explained(run.failure, input, contract) };
}

function placeOf(fileName: string, places: StagedReading['places']): string {
  const place = places[fileName];
  if (place === undefined) throw new Error(`'${fileName}' has no place to be staged`);
  return place;
}

/** Too many values that do not fit are mostly a column that has become another. */
async function explained(failure: CasparianError, input: InputFile, contract: string): Promise<CasparianError> {
  // Only to explain: the failure stands without it.
  const drift = await typeDrift(input, contract).catch(() => []);
  const why = [failure.why, ...drift.map((sentence) => `By its contract, ${sentence}.`)].filter(Boolean).join(' ');
  return new CasparianError(failure.code, failure.message, { why, next: failure.next });
}

/** The contract of what a run found out, for files to come. */
export async function savedContract({ reading: { table, format } }: ReaderRun): Promise<string> {
  if (table === null) throw new Error('a run by a contract finds out no other');
  const { contractOfTable } = await import('../reader-run/contract-of-table.js');
  const { contractFileText } = await import('../../contract/declare/contract-file.js');
  const { STRICT_DRIFT } = await import('../../contract/declare/contract-file.js');
  // Whether there is a header is the one thing that cannot always be told; delimiters and encodings may change.
  const dialect = format.kind === 'delimited' ? { header_lines: format.dialect.headerLines } : null;
  return contractFileText({ contract: contractOfTable(table), dialect, drift: STRICT_DRIFT });
}

/** How the types in a file differ from those of a contract, a sentence for each column. Reads all of it. */
async function typeDrift(input: InputFile, contract: string): Promise<string[]> {
  const { parseContractFile } = await load();
  const { lookAtTable } = await import('../reader-run/inspect-table.js');
  const { driftOf, driftSentences } = await import('../../tables/infer/drift.js');
  const { contract: expected, dialect } = parseContractFile(contract);
  const { table } = await lookAtTable(input, {
    ...UNTOLD,
    format: { headerLines: dialect?.header_lines },
    signal: NEVER,
  });
  const { changed } = driftOf(expected.columns, table.columns);
  return driftSentences({ added: [], missing: [], renamed: [], changed });
}

/** A contract that somebody wrote, checked, in the one form that is kept. Throws CONTRACT_INVALID. */
export async function checkedContract(path: string): Promise<string> {
  const { contractFileText, readContractFile } = await import('../../contract/declare/contract-file.js');
  return contractFileText(await readContractFile(path));
}
