import type { TenantExecutor } from '../../database/index.js';
import { commonContract, inferFiles } from '../../parse/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { Spool } from '../spool/spool.js';
import { withLocalCopies } from '../spool/with-local-copies.js';
import { filesOfDataset } from './known-files.js';

/** A contract that fits all files of a dataset. */
export interface SuggestedContract {
  readonly contract: string;
  readonly files: number;
  /** The files that could not be read, with the reason: one sentence each. */
  readonly unreadable: readonly string[];
}

/** Reads every file that belongs to the dataset, including those that failed because of its contract. */
export async function suggestContract(
  database: TenantExecutor,
  dataset: string,
  { spool, signal }: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<SuggestedContract> {
  const inputs = (await filesOfDataset(database, dataset)).map((path) => ({ name: path, path, bytes: undefined }));
  const unreadable: string[] = [];
  const found = await inferFiles({
    inputs,
    format: {},
    types: new Map(),
    signal,
    locally: (input, work) =>
      withLocalCopies(spool, [input.path], signal, ([path = input.path]) => work({ ...input, path })),
    onUnreadable: (_input, { message }) => void unreadable.push(message),
  });
  if (found.files.length === 0) throw noFiles(dataset, unreadable);
  return { contract: await commonContract(found), files: found.files.length, unreadable };
}

function noFiles(dataset: string, unreadable: readonly string[]): CasparianError {
  return new CasparianError('INPUT_NOT_FOUND', `'${dataset}' has no file that could be read`, {
    why: unreadable[0] ?? 'No file was read into it without a parser.',
    next: [hint('List the files', { action: 'files' })],
  });
}
