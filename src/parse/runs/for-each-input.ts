import { join } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import { folderNames } from '../inputs/expand-inputs.js';
import type { InputFile } from '../../tables/index.js';
import type { RunReport } from '../report/report.js';
import { type InputRun, runInput } from './run-and-publish.js';

export interface EachInput {
  readonly inputs: readonly InputFile[];
  /** The folder the outputs go to. */
  readonly directory: string;
  /** How many are run at the same time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Called as each input ends. */
  readonly onReport?: ((report: RunReport, index: number) => void) | undefined;
}

type BeginInput = (input: InputFile, index: number, directory: string) => Pick<InputRun, 'interpreter' | 'run'>;

/**
 * Runs what `begin` answers over many inputs. One that fails does not stop the others. A single input's outputs go
 * straight into the folder; several inputs get a folder each in it, so that none overwrites another's.
 */
export async function eachInput(asked: EachInput, begin: BeginInput): Promise<RunReport[]> {
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

/** What can go wrong before a run begins, such as a folder that cannot be made, is a report like any other. */
async function reported(asked: InputRun): Promise<RunReport> {
  const startedAt = performance.now();
  try {
    return await runInput(asked);
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
      durationMs: Math.round(performance.now() - startedAt),
      error,
      traceback: null,
    };
  }
}
