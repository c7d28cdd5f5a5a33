import { join } from 'node:path';
import { lazily } from '../../platform/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import { forEachInput, type InputsRequest } from './for-each-input.js';
import { datasetFileName, outputNameOf } from '../outputs/output-name.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import { requireFile } from '../inputs/require-readable.js';
import type { ReaderRequest, ReadingOptions } from '../reader-run/request.js';
import type { RunReport } from '../report/report.js';

type Callbacks = Pick<ReaderRequest, 'onReading' | 'onProgress'>;

export interface ReaderRunsRequest extends InputsRequest, Pick<ReaderRequest, 'format' | 'limits'> {
  readonly look: Omit<ReadingOptions, 'contract'>;
  /** The contract file that the rows are held to; absent when that is to be found out. */
  readonly contractPath?: string | undefined;
  /** The name of the one output that all files go to; each has its own when absent. */
  readonly into?: string | undefined;
  /** Called as each input begins, for the callbacks of its run. */
  readonly onInput?: (input: InputFile, index: number) => Callbacks;
}

/** Loaded when something is to be read: a command that only asks what there is does without. */
const loadReading = lazily(() => import('../reader-run/run-reader.js'));

/** Reads many files without a parser. */
export async function runReaderOnInputs(request: ReaderRunsRequest): Promise<RunReport[]> {
  const contract = await contractAt(request.contractPath);
  if (request.into !== undefined) {
    return (await import('./read-into-one-output.js')).readIntoOneOutput({ ...request, into: request.into }, contract);
  }
  const reading = { ...request.look, contract };
  return forEachInput(request, (input, index, folder) => {
    const callbacks = request.onInput?.(input, index) ?? {};
    return {
      interpreter: null,
      run: async (pathFor) => {
        await requireFile(input, join(folder, datasetFileName(outputNameOf(input), request.format)));
        return (await loadReading()).runReader({
          ...request,
          ...callbacks,
          reading,
          input: readSmallFile(input),
          pathFor,
        });
      },
    };
  });
}

async function contractAt(path: string | undefined): Promise<ContractFile | null> {
  if (path === undefined) return null;
  return (await import('../../contract/declare/contract-file.js')).readContractFile(path);
}
