import { join } from 'node:path';
import type { Interpreter } from '../../bridge/index.js';
import { openStaging, type Staging } from '../../contract/index.js';
import { CasparianError } from '../../platform/index.js';
import type { InputFile } from '../../tables/index.js';
import { cleanUpOnExit } from '../../process/index.js';
import { folderNames } from '../inputs/expand-inputs.js';
import { requireReadable } from '../inputs/require-readable.js';
import { quarantineFileName, skippedFileName } from '../outputs/output-name.js';
import { NO_SKIPPED_LINES, type SkippedLines } from '../outputs/skipped-lines.js';
import type { FinishedFiles, PathFor } from '../outputs/staged-files.js';
import type { ParserRun } from '../parser-run/run-parser.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { RunReport } from '../report/report.js';

export interface InputsRequest {
  readonly inputs: readonly InputFile[];
  /** The folder of the outputs. */
  readonly directory: string;
  /** The number of concurrent runs. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Called when an input ends. */
  readonly onReport?: ((report: RunReport, index: number) => void) | undefined;
}

type BeginInput = (input: InputFile, index: number, directory: string) => Pick<InputRun, 'interpreter' | 'run'>;

/**
 * Calls `begin` for each input and runs what it returns. A failure does not stop the others. The outputs of a single
 * input go directly into the folder; several inputs get a subfolder each, so that none overwrites another's output.
 */
export async function forEachInput(asked: InputsRequest, begin: BeginInput): Promise<RunReport[]> {
  const { inputs, directory, parallel, signal, onReport } = asked;
  const folders = inputs.length > 1 ? folderNames(inputs).map((name) => join(directory, name)) : [directory];
  const reports: RunReport[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < inputs.length && !signal.aborted) {
      const index = next++;
      const [input, folder] = [inputs[index] as InputFile, folders[index] ?? directory];
      const report = await reported({ input, directory: folder, ...begin(input, index, folder) });
      reports[index] = report;
      onReport?.(report, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, inputs.length) }, lane));
  return reports;
}

/** An error before the run begins, such as a folder that cannot be created, is reported like any other. */
async function reported(asked: InputRun): Promise<RunReport> {
  const startedAt = performance.now();
  try {
    return await runAndPublish(asked);
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return {
      status: 'failed',
      input: asked.input.name,
      parser: null,
      interpreter: asked.interpreter,
      reading: null,
      accounting: null,
      rowsIn: 0,
      rowsValid: 0,
      rowsQuarantined: 0,
      outputs: [],
      quarantines: [],
      badRows: [],
      emptyTexts: [],
      skipped: NO_SKIPPED,
      durationMs: Math.round(performance.now() - startedAt),
      error,
      traceback: null,
    };
  }
}

/** One input and the folder of its outputs. */
export interface InputRun {
  readonly input: InputFile;
  readonly directory: string;
  /** Null without a parser. */
  readonly interpreter: Interpreter | null;
  /** Stages the outputs. */
  readonly run: (pathFor: PathFor) => Promise<ParserRun | ReaderRun>;
}

/**
 * Runs a parser or a built-in reader over one input. Afterwards the folder contains either all outputs of this run or
 * none, and no process, socket or staged file is left.
 */
async function runAndPublish(asked: InputRun): Promise<RunReport> {
  await requireReadable(asked.input);
  const staging = await openStaging(asked.directory);
  const forgetStaging = cleanUpOnExit(() => staging.discardSync());
  try {
    const run = await asked.run((fileName) => staging.pathFor(fileName));
    return reportOf(asked, run, await publish(run, staging));
  } finally {
    await staging.discard();
    forgetStaging();
  }
}

/** Publishes the files of a run. Returns the error that prevented it, or null. */
export async function publish(
  { outputs, quarantines, failure, skippedLines }: FinishedFiles & { readonly skippedLines?: SkippedLines | undefined },
  staging: Staging,
): Promise<CasparianError | null> {
  const lines = skippedLines?.file ?? null;
  const appearing = [...outputs, ...quarantines, ...(lines === null ? [] : [lines])].map(({ fileName }) => fileName);
  if (failure !== null && appearing.length === 0) return null;
  // The quarantine of an earlier run must not stay next to an output that it does not belong to.
  const expected = outputs.flatMap(({ output }) => [quarantineFileName(output), skippedFileName(output)]);
  const stale = expected.filter((fileName) => !appearing.includes(fileName));
  try {
    await staging.publish(appearing, stale);
    return null;
  } catch (error) {
    if (error instanceof CasparianError) return error;
    throw error;
  }
}

export function reportOf(
  asked: Omit<InputRun, 'run'>,
  run: ParserRun & Partial<Pick<RunReport, 'reading' | 'accounting'>> & { readonly skippedLines?: SkippedLines },
  unpublished: CasparianError | null,
): RunReport {
  const { directory, input, interpreter } = asked;
  const { parser, rowsIn, rowsQuarantined, badRows, emptyTexts, durationMs, traceback } = run;
  const error = run.failure ?? unpublished;
  const hasWarnings = rowsQuarantined > 0 || (run.reading?.warnings.length ?? 0) > 0;
  const [outputs, quarantines] = unpublished === null ? [run.outputs, run.quarantines] : [[], []];
  return {
    status: error !== null ? 'failed' : hasWarnings ? 'completed_with_warnings' : 'completed',
    input: input.name,
    parser,
    interpreter,
    reading: run.reading ?? null,
    accounting: run.accounting ?? null,
    rowsIn,
    rowsValid: rowsIn - rowsQuarantined,
    rowsQuarantined,
    outputs: outputs.map(({ output, fileName, rows, sha256 }) => {
      return { name: output, path: join(directory, fileName), rows, sha256 };
    }),
    quarantines: quarantines.map(({ output, fileName, rows, sha256 }) => {
      return { output, path: join(directory, fileName), rows, sha256 };
    }),
    badRows,
    emptyTexts,
    skipped: unpublished === null ? reportedLines(run.skippedLines ?? NO_SKIPPED_LINES, directory) : NO_SKIPPED,
    durationMs,
    error,
    traceback,
  };
}

const NO_SKIPPED = { count: 0, path: null, shown: [] } as const;

/** More of them are better read in the file. */
const SHOWN_LINES = 5;

function reportedLines({ count, lines, file }: SkippedLines, directory: string): RunReport['skipped'] {
  const shown = lines.filter(({ kind }) => kind !== 'header').slice(0, SHOWN_LINES);
  return { count, path: file === null ? null : join(directory, file.fileName), shown };
}
