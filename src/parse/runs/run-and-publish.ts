import { join } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import { openStaging, type Staging } from '../../contract/index.js';
import type { Interpreter } from '../../bridge/index.js';
import type { InputFile } from '../../tables/index.js';
import { requireReadable } from '../inputs/expand-inputs.js';
import { cleanUpOnExit } from '../clean-up-on-exit.js';
import type { Finished } from '../outputs/finish.js';
import { quarantineFileName } from '../outputs/output-name.js';
import type { RunReport } from '../report/report.js';
import type { ParserRun } from '../parser-run/run-parser.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { PathFor } from '../outputs/staging-files.js';

/** One input, and the folder its outputs go to. */
export interface InputRun {
  readonly input: InputFile;
  readonly directory: string;
  /** Null without a parser. */
  readonly interpreter: Interpreter | null;
  /** Stages the outputs. */
  readonly run: (pathFor: PathFor) => Promise<ParserRun | ReaderRun>;
}

/**
 * Runs one parser, or a reader of ours, over one input. Nothing of it is seen before it is whole: whatever happens, the folder holds either
 * all outputs of this run or none, and no process, socket or staged file is left.
 */
export async function runInput(asked: InputRun): Promise<RunReport> {
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

/** Lets the files of a run appear. Answers why they could not, or null. */
export async function publish(
  { outputs, quarantines, failure }: Finished,
  staging: Staging,
): Promise<CasparianError | null> {
  const appearing = [...outputs, ...quarantines].map(({ fileName }) => fileName);
  if (failure !== null && appearing.length === 0) return null;
  // The quarantine of an earlier run must not stand beside an output it does not belong to.
  const expected = outputs.map(({ output }) => quarantineFileName(output));
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
  run: ParserRun & Partial<Pick<RunReport, 'reading' | 'accounting'>>,
  unpublished: CasparianError | null,
): RunReport {
  const { directory, input, interpreter } = asked;
  const { parser, rowsIn, rowsQuarantined, badRows, durationMs, traceback } = run;
  const error = run.failure ?? unpublished;
  const [outputs, quarantines] = unpublished === null ? [run.outputs, run.quarantines] : [[], []];
  return {
    status: error !== null ? 'failed' : rowsQuarantined > 0 ? 'completed_with_warnings' : 'completed',
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
    durationMs,
    error,
    traceback,
  };
}
