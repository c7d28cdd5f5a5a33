import { CasparianError, lazily } from '../../platform/index.js';
import type { ContractFile, OutputFormat } from '../../contract/index.js';
import type { InputFile, UnpackLimits } from '../../tables/index.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import type { KnownFormat } from '../reader-run/known-format.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { QuarantineLimits } from '../outputs/quarantine-limits.js';
import type { Reading } from '../report/report.js';

/** One file for a dataset, as JSON for another process. */
export interface ReaderTask {
  readonly path: string;
  /** What the file is called in rows and messages; its path by default. */
  readonly name?: string | undefined;
  readonly dataset: string;
  /** The text of the contract file; null to infer it. */
  readonly contract: string | null;
  readonly jobId: string;
  readonly limits: QuarantineLimits;
  readonly format: OutputFormat;
  /** The staged path of each file, by final name. */
  readonly places: Readonly<Record<string, string>>;
  /** The numbers of the rows to write; all if absent. */
  readonly onlyRows?: readonly number[] | undefined;
  /** Corrected values of rows, with their numbers. */
  readonly corrections?: readonly (readonly [number, Readonly<Record<string, string | null>>])[] | undefined;
  /** The format that was found when the file was profiled. */
  readonly known?: KnownFormat | undefined;
  /** How much the file may unpack to; the default if absent. */
  readonly unpackLimits?: UnpackLimits | undefined;
}

/** Loaded on first use: planning does not need it. */
const load = lazily(async () => {
  const [{ runReader }, { parseContractFile }] = await Promise.all([
    import('../reader-run/run-reader.js'),
    import('../../contract/declare/contract-file.js'),
  ]);
  return { runReader, parseContractFile };
});

/** Without options, everything is detected. */
const NO_OPTIONS = { format: {}, types: new Map() };

/** The task has no signal: the process is killed instead. */
const NEVER = new AbortController().signal;

/** Reads one file with a contract from the database, or infers its contract. */
export async function runReaderTask(asked: ReaderTask, onReading: (reading: Reading) => void): Promise<ReaderRun> {
  const {
    path,
    name = path,
    dataset,
    contract,
    jobId,
    limits,
    format,
    places,
    onlyRows,
    corrections = [],
    known,
    unpackLimits,
  } = asked;
  const { runReader, parseContractFile } = await load();
  // In a process that does nothing else. Whether the file changes meanwhile is checked by its job.
  const input = readSmallFile({ name, path, bytes: undefined, unpackLimits });
  const wanted = onlyRows === undefined ? undefined : new Set(onlyRows);
  const run = await runReader({
    input,
    outputName: dataset,
    reading: { ...NO_OPTIONS, contract: contract === null ? null : parsed(contract, parseContractFile), known },
    jobId,
    limits: () => Promise.resolve(limits),
    signal: NEVER,
    format,
    pathFor: (fileName) => placeOf(fileName, places),
    onReading,
    ...(wanted === undefined ? {} : { onlyRows: () => wanted }),
    ...(corrections.length === 0 ? {} : { corrections: () => new Map(corrections) }),
  });
  if (contract === null || run.failure?.code !== 'QUARANTINE_LIMIT') return run;
  return { ...run, failure: await explained(run.failure, input, contract) };
}

let last: { readonly text: string; readonly file: ContractFile } | undefined;

/** Files of a dataset mostly come one after the other, with the same contract. */
function parsed(text: string, parse: (text: string) => ContractFile): ContractFile {
  if (last?.text !== text) last = { text, file: parse(text) };
  return last.file;
}

function placeOf(fileName: string, places: ReaderTask['places']): string {
  const place = places[fileName];
  if (place === undefined) throw new Error(`'${fileName}' has no place to be staged`);
  return place;
}

/** Many misfits usually mean that a column has changed its type. */
async function explained(failure: CasparianError, input: InputFile, contract: string): Promise<CasparianError> {
  // It only adds an explanation, so its own errors are ignored.
  const drift = await typeDrift(input, contract).catch(() => []);
  const why = [failure.why, ...drift.map((sentence) => `By its contract, ${sentence}.`)].filter(Boolean).join(' ');
  return new CasparianError(failure.code, failure.message, { why, next: failure.next });
}

/** How the types in a file differ from those of a contract, one sentence per column. Reads the whole file. */
async function typeDrift(input: InputFile, contract: string): Promise<string[]> {
  const { parseContractFile } = await load();
  const { inspectTable } = await import('../reader-run/inspect-table.js');
  const { driftOf, driftSentences } = await import('../../tables/infer/drift.js');
  const { contract: expected, dialect } = parseContractFile(contract);
  const { table } = await inspectTable(input, {
    ...NO_OPTIONS,
    format: { headerLines: dialect?.header_lines },
    signal: NEVER,
  });
  const { changed } = driftOf(expected.columns, table.columns);
  return driftSentences({ added: [], missing: [], renamed: [], changed });
}
