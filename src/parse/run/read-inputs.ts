import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CasparianError, lazily } from '../../platform/index.js';
import type { ContractFile } from '../infer/contract-file.js';
import { eachInput, type EachInput } from './each-input.js';
import type { InputFile } from './inputs.js';
import { datasetFileName } from './output-name.js';
import { outputNameOf } from './reading/builtin-name.js';
import type { ReaderRequest, ReadingOptions } from './reading/reading.js';
import type { RunReport } from './report.js';

type Callbacks = Pick<ReaderRequest, 'onReading' | 'onProgress'>;

export interface ReadsRequest extends EachInput, Pick<ReaderRequest, 'format' | 'limits'> {
  readonly look: Omit<ReadingOptions, 'contract'>;
  /** The contract file that the rows are held to; absent when that is to be found out. */
  readonly contractPath?: string | undefined;
  /** Called as each input begins, for the callbacks of its run. */
  readonly onInput?: (input: InputFile, index: number) => Callbacks;
}

/** Loaded when something is to be read: a command that only asks what there is does without. */
const loadReading = lazily(() => import('./run-reader.js'));

/** Reads many files without a parser. */
export async function readInputs(request: ReadsRequest): Promise<RunReport[]> {
  const reading = { ...request.look, contract: await contractAt(request.contractPath) };
  return eachInput(request, (input, index, folder) => {
    const callbacks = request.onInput?.(input, index) ?? {};
    return {
      interpreter: null,
      run: async (pathFor) => {
        await requireFile(input, join(folder, datasetFileName(outputNameOf(input), request.format)));
        return (await loadReading()).runReader({ ...request, ...callbacks, reading, input, pathFor });
      },
    };
  });
}

async function contractAt(path: string | undefined): Promise<ContractFile | null> {
  if (path === undefined) return null;
  return (await import('../infer/contract-file.js')).readContractFile(path);
}

/** A file is read twice, so it must be one; and its output, which has its name, must not take its place. */
async function requireFile(input: InputFile, output: string): Promise<void> {
  const own = await stat(input.bytes ?? input.path);
  if (!own.isFile()) {
    throw new CasparianError('INPUT_UNREADABLE', `'${input.name}' is no file that can be read twice`, {
      why: 'Without a parser a file is looked at as a whole before its rows are written; a pipe is gone by then.',
      next: ['Write it to a file first.'],
    });
  }
  const there = await stat(output).catch(() => null);
  if (there?.ino !== own.ino || there.dev !== own.dev) return;
  throw new CasparianError('OUTPUT_UNWRITABLE', `The output would replace '${input.name}' itself`, {
    why: 'An output is named like its file.',
    next: ['Write elsewhere with --out, or another --format.'],
  });
}
