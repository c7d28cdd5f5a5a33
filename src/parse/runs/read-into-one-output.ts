import { CasparianError, hint } from '../../platform/index.js';
import { type ContractFile, openStaging, type Staging, STRICT_DRIFT } from '../../contract/index.js';
import type { InferredTable, InputFile } from '../../tables/index.js';
import { cleanUpOnExit } from '../../process/index.js';
import { createDatasets, type Datasets } from '../outputs/datasets.js';
import { finishFiles, type FinishedFiles } from '../outputs/staged-files.js';
import { createSkippedCollector, type SkippedCollector } from '../outputs/skipped-lines.js';
import { inferTogether } from '../reader-run/infer-files.js';
import { type KnownFormat, knownFormat, stateOf } from '../reader-run/known-format.js';
import { checkedOutputName } from '../outputs/output-name.js';
import type { ReaderRunsRequest } from './run-reader-on-inputs.js';
import { contractOfTable } from '../reader-run/inspect-table.js';
import type { HeldRows } from '../reader-run/thread/held-rows.js';
import { type LookAhead, startLookAhead } from '../reader-run/thread/look-ahead.js';
import type { EarlyThread } from '../reader-run/thread/start-thread.js';
import { createPartReader, type Part } from './read-part.js';
import { reportInterruption } from '../reader-run/write-rows.js';
import type { RunReport } from '../report/report.js';
import { publish, reportOf } from './for-each-input.js';
import { shareFailure } from '../outputs/quarantine-limits.js';

export interface OneOutputRequest extends ReaderRunsRequest {
  /** The name of the output. */
  readonly into: string;
}

/** The contract of all files, and the columns it was inferred from; null if it was given. */
export interface CommonContract {
  readonly file: ContractFile;
  readonly table: InferredTable | null;
  /** What is known of a file. Called once for each file, in order. */
  readonly lookAt: (input: InputFile, index: number) => Looked;
}

/** The format and the rows of a file, if they were found before. */
export interface Looked {
  readonly known: KnownFormat | undefined;
  readonly rows: HeldRows | null;
}

/**
 * Reads many files without a parser into one output: all of them, or nothing. The lineage names the file of each row,
 * unique columns are unique over all files, and the limits on bad rows apply to the whole. After a failure, every file
 * that was read has a report with the same reason, and the report names the files that caused it.
 * `early` is a thread for many files, which the caller closes.
 */
export async function readIntoOneOutput(
  request: OneOutputRequest,
  given: ContractFile | null,
  early: EarlyThread | null,
): Promise<RunReport[]> {
  const { inputs, into, format, directory, parallel } = request;
  if (parallel > 1) throw oneAfterTheOther();
  checkedOutputName(into, 'The name of an output');
  const looks = given === null ? null : rowsAhead(request, given, early);
  const common = given === null ? await foundContract(request, early) : givenContract(given, looks);
  const staging = await openStaging(directory);
  const forgetStaging = cleanUpOnExit(() => staging.discardSync());
  const pathFor = (fileName: string): string => staging.pathFor(fileName);
  const source = inputs[0]?.name ?? '';
  const datasets = createDatasets({ format, pathFor, source, jobId: null, fallbackName: into, namesSources: true });
  const skipped = createSkippedCollector(into, pathFor);
  try {
    return await reportInterruption(request.signal, () => readInto(datasets, staging, request, common, skipped));
  } finally {
    await looks?.close();
    await skipped.close();
    await datasets.close();
    await staging.discard();
    forgetStaging();
  }
}

function oneAfterTheOther(): CasparianError {
  return new CasparianError('USAGE', 'Files that go into one output cannot be read in parallel', {
    why: 'They are read one after the other, so that the output is the same each time.',
    next: [
      hint('Leave out {}', { options: { jobs: true } }),
      hint('Or give each file its own output: leave out {}', { options: { into: true } }),
    ],
  });
}

/** Reads files in a thread. Options of the user or the contract apply to each file, so it is not worth it then. */
function rowsAhead(
  { inputs, look }: OneOutputRequest,
  { dialect }: ContractFile,
  early: EarlyThread | null,
): LookAhead<KnownFormat> | null {
  const isPlain = dialect === null && Object.values(look.format).every((option) => option === undefined);
  return isPlain ? startLookAhead(early, inputs, { kind: 'rows', format: {} }) : null;
}

function givenContract(file: ContractFile, looks: LookAhead<KnownFormat> | null): CommonContract {
  const lookAt = (_input: InputFile, index: number): Looked => {
    const look = looks?.take(index) ?? null;
    return { known: look?.found, rows: look?.rows ?? null };
  };
  return { file, table: null, lookAt };
}

/** Every file must have all columns of the others: a missing column is only filled in if a contract allows it. */
async function foundContract(
  { inputs, look, signal }: OneOutputRequest,
  early: EarlyThread | null,
): Promise<CommonContract> {
  const states = new Map(inputs.map(({ path }) => [path, stateOf(path)]));
  const { table, files } = await reportInterruption(signal, () => inferTogether({ inputs, signal, ...look }, early));
  const formats = new Map<string, KnownFormat>();
  for (const { input, format } of files) {
    const known = knownFormat(states.get(input.path) ?? null, format);
    if (known !== null) formats.set(input.path, known);
  }
  const held = files.map(({ rows }) => rows);
  const file = { contract: contractOfTable(table), dialect: null, drift: STRICT_DRIFT };
  const lookAt = ({ path }: InputFile, index: number): Looked => {
    const rows = held[index] ?? null;
    // They are needed once.
    held[index] = null;
    return { known: formats.get(path), rows };
  };
  return { file, table, lookAt };
}

async function readInto(
  datasets: Datasets,
  staging: Staging,
  request: OneOutputRequest,
  common: CommonContract,
  skipped: SkippedCollector,
): Promise<RunReport[]> {
  const { inputs, into, onReport } = request;
  const readPart = createPartReader(datasets, request, common, skipped);
  const parts: Part[] = [];
  for (const [index, input] of inputs.entries()) {
    if (parts.at(-1)?.failure) break;
    parts.push(await readPart(input, index));
  }
  const failure = parts.at(-1)?.failure ?? shareFailure(new Map([[into, totalOf(parts)]]), await request.limits());
  // An interrupted part has failed as well; the interruption is reported.
  request.signal.throwIfAborted();
  const files = await finishFiles(datasets, failure);
  const lines = files.failure === null ? await skipped.finish(true) : undefined;
  const unpublished = await publish({ ...files, skippedLines: lines }, staging);
  const reports = parts.map((part) => reportOfPart(part, files, unpublished, request));
  for (const [index, report] of reports.entries()) {
    if (report.error === null || parts[index]?.failure || report.rowsQuarantined > 0) onReport?.(report, index);
  }
  return reports;
}

function reportOfPart(
  part: Part,
  { outputs, quarantines, failure }: FinishedFiles,
  unpublished: CasparianError | null,
  { directory }: OneOutputRequest,
): RunReport {
  const { input, rowsIn, rowsQuarantined } = part;
  const own = {
    outputs: outputs.map((file) => ({ ...file, rows: rowsIn - rowsQuarantined })),
    quarantines: rowsQuarantined === 0 ? [] : quarantines.map((file) => ({ ...file, rows: rowsQuarantined })),
  };
  const run = { parser: null, traceback: null, emptyTexts: [], ...part, ...own, failure };
  return reportOf({ input, directory, interpreter: null }, run, unpublished);
}

function totalOf(parts: readonly Part[]): { rowsIn: number; quarantined: number } {
  const sum = (count: (part: Part) => number): number => parts.reduce((all, part) => all + count(part), 0);
  return { rowsIn: sum(({ rowsIn }) => rowsIn), quarantined: sum(({ rowsQuarantined }) => rowsQuarantined) };
}
