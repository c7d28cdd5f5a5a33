import { join } from 'node:path';
import { CasparianError } from '../../platform/index.js';
import { folderNames, type InputFile } from './inputs.js';
import type { RunReport } from './report.js';
import type { RunRequest } from './request.js';
import { runInput } from './run-input.js';

export interface RunsRequest extends Omit<RunRequest, 'input' | 'onProgress' | 'onHello' | 'onLog'> {
  readonly inputs: readonly InputFile[];
  /** How many parsers run at the same time. */
  readonly parallel: number;
  /** Called as each input begins, for the callbacks of its run. */
  readonly onInput?: (input: InputFile, index: number) => Pick<RunRequest, 'onProgress' | 'onHello' | 'onLog'>;
  /** Called as each input ends. */
  readonly onReport?: (report: RunReport, index: number) => void;
}

/**
 * Runs one parser over many inputs. One that fails does not stop the others. A single input's outputs go straight into
 * the folder; several inputs get a folder each in it, so that none overwrites another's.
 */
export async function runInputs(request: RunsRequest): Promise<RunReport[]> {
  const { inputs, parallel, onInput, onReport, directory, ...shared } = request;
  const folders = inputs.length > 1 ? folderNames(inputs).map((name) => join(directory, name)) : [directory];
  const reports: RunReport[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < inputs.length && !request.signal.aborted) {
      const index = next++;
      const input = inputs[index] as InputFile;
      const callbacks = onInput?.(input, index) ?? {};
      const report = await reported({ ...shared, ...callbacks, input, directory: folders[index] ?? directory });
      reports[index] = report;
      onReport?.(report, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, inputs.length) }, lane));
  return reports;
}

/** What can go wrong before a run begins, such as a folder that cannot be made, is a report like any other. */
async function reported(request: RunRequest): Promise<RunReport> {
  const startedAt = performance.now();
  try {
    return await runInput(request);
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return {
      status: 'failed',
      input: request.input.name,
      parser: null,
      interpreter: request.interpreter,
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
