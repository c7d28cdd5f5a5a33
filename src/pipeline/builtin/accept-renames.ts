import { queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import type { Rename } from '../../parse/index.js';
import { lazily } from '../../platform/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { BUILTIN } from './builtin-parser.js';
import {
  contractEvidence,
  currentContract,
  type DatasetContract,
  proposeContract,
  replaceContract,
} from './contracts.js';
import { inferDataset, type InferDatasetRequest } from './infer-dataset.js';
import { filesOfDataset } from './known-files.js';

const load = lazily(() => import('../../parse/dataset-contract/dataset-contract.js'));

/** Columns of a dataset that look like earlier names of other columns. */
export async function renamesOf(database: TenantExecutor, contract: DatasetContract): Promise<readonly Rename[]> {
  const { proposedRenames } = await load();
  return proposedRenames(contract.contract, await contractEvidence(database, contract));
}

/** Makes renamed columns one column, with the earlier name as an alias. Returns the renames; empty if there are none. */
export async function acceptRenames(database: TenantDatabase, held: DatasetContract): Promise<readonly Rename[]> {
  const { contractWithRenames } = await load();
  const [renames, evidence] = [await renamesOf(database, held), await contractEvidence(database, held)];
  const made = contractWithRenames(held.contract, evidence);
  if (made === null) return [];
  const next = { ...made, dataset: held.dataset, source: held.source, expected: held.hash, frozen: held.frozen };
  const current = await database.transaction((tx) => replaceContract(tx, next, 'renamed'));
  // Another file widened the contract meanwhile: its columns may be others.
  return current.contract === made.contract ? renames : acceptRenames(database, current);
}

export type Inferring = Omit<InferDatasetRequest, 'paths' | 'acceptRenames'>;

/** Gives a dataset without a contract its first one, in which renamed columns are one column. Null without a table. */
export async function inferWithRenames(
  database: TenantDatabase,
  dataset: string,
  how: Inferring,
): Promise<DatasetContract | null> {
  const current = await currentContract(database, dataset);
  if (current !== undefined) return current;
  const paths = await filesOfDataset(database, dataset);
  const inferred = paths.length === 0 ? null : await inferDataset({ ...how, paths, acceptRenames: true });
  if (inferred === null) return null;
  return database.transaction((tx) => proposeContract(tx, { ...inferred, dataset }));
}

/** The datasets of the built-in readers. */
export async function datasetsOfFiles(database: TenantExecutor): Promise<string[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_file_parses')
    .select('dataset')
    .distinct()
    .where('tenant', '=', database.tenant)
    .where('parser', '=', BUILTIN)
    .orderBy('dataset')
    .execute();
  return rows.flatMap(({ dataset }) => dataset ?? []);
}
