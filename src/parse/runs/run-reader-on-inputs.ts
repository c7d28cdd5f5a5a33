import { join } from 'node:path';
import { lazily } from '../../platform/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import { eachInput, type EachInput } from './for-each-input.js';
import { datasetFileName } from '../outputs/output-name.js';
import { readAtOnce } from '../inputs/read-small-file.js';
import { requireFile } from '../inputs/require-file.js';
import { outputNameOf } from '../outputs/builtin-name.js';
import type { ReaderRequest, ReadingOptions } from '../reader-run/reading.js';
import type { RunReport } from '../report/report.js';

type Callbacks = Pick<ReaderRequest, 'onReading' | 'onProgress'>;

export interface ReadsRequest extends EachInput, Pick<ReaderRequest, 'format' | 'limits'> {
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
export async function readInputs(request: ReadsRequest): Promise<RunReport[]> {
  const contract = await contractAt(request.contractPath);
  if (request.into !== undefined) {
    return (await import('./read-into-one-output.js')).readTogether({ ...request, into: request.into }, contract);
  }
  const reading = { ...request.look, contract };
  return eachInput(request, (input, index, folder) => {
    const callbacks = request.onInput?.(input, index) ?? {};
    return {
      interpreter: null,
      run: async (pathFor) => {
        await requireFile(input, join(folder, datasetFileName(outputNameOf(input), request.format)));
        return (await loadReading()).runReader({
          ...request,
          ...callbacks,
          reading,
          input: readAtOnce(input),
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
