import { resolve } from 'node:path';
import { unknownDataset } from '../../datasets/index.js';
import { checkedContract } from '../../parse/index.js';
import {
  contractHashes,
  currentContract,
  type DatasetContract,
  requireDatasetName,
  setContract,
  suggestContract,
  type SuggestedContract,
} from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';

/** The contract that files of a dataset must satisfy. */
export async function datasetContract(database: TenantDatabase, dataset: string): Promise<DatasetContract> {
  const contract = await currentContract(database, dataset);
  if (contract === undefined) throw unknownDataset(dataset, [...(await contractHashes(database)).keys()].sort());
  return contract;
}

export interface SetContract {
  readonly contract: DatasetContract;
  /** False if the dataset had this contract already. */
  readonly changed: boolean;
}

/** Sets the contract of a dataset from a file. */
export async function setDatasetContract(
  database: TenantDatabase,
  dataset: string,
  file: string,
): Promise<SetContract> {
  const contract = await checkedContract(file);
  requireDatasetName(dataset);
  const changed = await setContract(database, { dataset, contract, source: resolve(file) });
  return { contract: await datasetContract(database, dataset), changed };
}

/** Suggests a contract from all rows of a dataset. */
export async function suggestDatasetContract(
  database: TenantDatabase,
  dataset: string,
  signal: AbortSignal,
): Promise<SuggestedContract> {
  await datasetContract(database, dataset);
  return suggestContract(database, dataset, signal);
}
