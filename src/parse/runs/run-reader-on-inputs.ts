import { join } from 'node:path';
import { lazily } from '../../platform/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import { forEachInput, type InputsRequest } from './for-each-input.js';
import { datasetFileName, outputNameOf } from '../outputs/output-name.js';
import { readSmallFile } from '../inputs/read-small-file.js';
import { requireFile } from '../inputs/require-readable.js';
import type { ReaderRequest, ReadingOptions } from '../reader-run/request.js';
import { threadFor, threadForMany } from '../reader-run/thread/thread-for.js';
import type { RunReport } from '../report/report.js';

type Callbacks = Pick<ReaderRequest, 'onReading' | 'onProgress'>;

export interface ReaderRunsRequest extends InputsRequest, Pick<ReaderRequest, 'format' | 'limits'> {
  readonly look: Omit<ReadingOptions, 'contract'>;
  /** The contract file of the rows; absent to infer the contract. */
  readonly contractPath?: string | undefined;
  /** The name of the one output of all files; if absent, each file has its own. */
  readonly into?: string | undefined;
  /** Called when an input begins; returns the callbacks of its run. */
  readonly onInput?: (input: InputFile, index: number) => Callbacks;
}

/** Loaded on first use: commands that read no file do not need it. */
const loadReading = lazily(() => import('../reader-run/run-reader.js'));

/** Reads many files without a parser. */
export async function runReaderOnInputs(request: ReaderRunsRequest): Promise<RunReport[]> {
  if (request.into !== undefined) return readTogether({ ...request, into: request.into });
  const contract = await contractAt(request.contractPath);
  const reading = { ...request.look, contract };
  return forEachInput(request, (input, index, folder) => {
    const callbacks = request.onInput?.(input, index) ?? {};
    return {
      interpreter: null,
      run: async (pathFor) => {
        await requireFile(input, join(folder, datasetFileName(outputNameOf(input), request.format)));
        // Before the code of this thread is loaded: the other one has as much to load.
        const thread = await threadFor(input);
        const asked = { ...request, ...callbacks, reading, input: readSmallFile(input), skippedInFile: true, pathFor };
        return (await loadReading()).runReader(asked, thread);
      },
    };
  });
}

async function readTogether(request: ReaderRunsRequest & { readonly into: string }): Promise<RunReport[]> {
  // Before the code of this thread is loaded, as below.
  const thread = await threadForMany(request.inputs);
  try {
    const contract = await contractAt(request.contractPath);
    return await (await import('./read-into-one-output.js')).readIntoOneOutput(request, contract, thread);
  } finally {
    await thread?.close();
  }
}

async function contractAt(path: string | undefined): Promise<ContractFile | null> {
  if (path === undefined) return null;
  return (await import('../../contract/declare/contract-file.js')).readContractFile(path);
}
