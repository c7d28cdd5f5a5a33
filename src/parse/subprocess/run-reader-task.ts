import { CasparianError, lazily } from '../../platform/index.js';
import type { OutputFormat } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { QuarantineLimits } from '../outputs/quarantine-limits.js';
import type { Reading } from '../report/report.js';

/** One file for a dataset, as JSON for another process. */
export interface ReaderTask {
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

/** Loaded when something is to be read: what only plans does without. */
const load = lazily(async () => {
  const [{ runReader }, { parseContractFile }] = await Promise.all([
    import('../reader-run/run-reader.js'),
    import('../../contract/declare/contract-file.js'),
  ]);
  return { runReader, parseContractFile };
});

/** Without options everything is detected. */
const NO_OPTIONS = { format: {}, types: new Map() };

/** The task has no signal: the process is ended instead. */
const NEVER = new AbortController().signal;

/** Reads one file by a contract that a database keeps, or finds out what its contract would be. */
export async function runReaderTask(asked: ReaderTask, onReading: (reading: Reading) => void): Promise<ReaderRun> {
  const { path, dataset, contract, jobId, limits, format, places, onlyRows } = asked;
  const { runReader, parseContractFile } = await load();
  const input = { name: path, path, bytes: undefined };
  const wanted = onlyRows === undefined ? undefined : new Set(onlyRows);
  const run = await runReader({
    input,
    outputName: dataset,
    reading: { ...NO_OPTIONS, contract: contract === null ? null : parseContractFile(contract) },
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

function placeOf(fileName: string, places: ReaderTask['places']): string {
  const place = places[fileName];
  if (place === undefined) throw new Error(`'${fileName}' has no place to be staged`);
  return place;
}

/** Too many values that do not fit are mostly a column that has become another. */
async function explained(failure: CasparianError, input: InputFile, contract: string): Promise<CasparianError> {
  // It only adds an explanation, so its own errors are ignored.
  const drift = await typeDrift(input, contract).catch(() => []);
  const why = [failure.why, ...drift.map((sentence) => `By its contract, ${sentence}.`)].filter(Boolean).join(' ');
  return new CasparianError(failure.code, failure.message, { why, next: failure.next });
}

/** How the types in a file differ from those of a contract, a sentence for each column. Reads all of it. */
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
