import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { commonContract, inferFiles } from '../../parse/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { BUILTIN } from './builtin-parser.js';

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
  signal: AbortSignal,
): Promise<SuggestedContract> {
  const inputs = (await pathsOf(database, dataset)).map((path) => ({ name: path, path, bytes: undefined }));
  const unreadable: string[] = [];
  const found = await inferFiles({
    inputs,
    format: {},
    types: new Map(),
    signal,
    onUnreadable: (_input, { message }) => void unreadable.push(message),
  });
  if (found.files.length === 0) throw noFiles(dataset, unreadable);
  return { contract: await commonContract(found), files: found.files.length, unreadable };
}

async function pathsOf(database: TenantExecutor, dataset: string): Promise<string[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_file_parses as parse')
    .innerJoin('cf_files as file', (join) =>
      join.onRef('file.tenant', '=', 'parse.tenant').onRef('file.id', '=', 'parse.file_id'),
    )
    .select('file.path')
    .where('parse.tenant', '=', database.tenant)
    .where('parse.parser', '=', BUILTIN)
    .where('parse.dataset', '=', dataset)
    .where('file.missing_at', 'is', null)
    .orderBy('file.path')
    .execute();
  return rows.map(({ path }) => path);
}

function noFiles(dataset: string, unreadable: readonly string[]): CasparianError {
  return new CasparianError('INPUT_NOT_FOUND', `'${dataset}' has no file that could be read`, {
    why: unreadable[0] ?? 'No file was read into it without a parser.',
    next: [hint('List the files', { action: 'files' })],
  });
}
