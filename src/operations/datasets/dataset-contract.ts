import { resolve } from 'node:path';
import { unknownDataset } from '../../datasets/index.js';
import { checkedContract, checkedContractText, createReaderProcesses, type Rename } from '../../parse/index.js';
import {
  acceptRenames,
  contractHashes,
  contractVersions,
  currentContract,
  type DatasetContract,
  datasetsOfFiles,
  freezeContract,
  type Inferring,
  inferWithRenames,
  renamesOf,
  requireDatasetName,
  setContract,
  setContractIn,
  suggestContract,
  type Spool,
  type SuggestedContract,
} from '../../pipeline/index.js';
import { lockName, type TenantDatabase } from '../../database/index.js';

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

export interface GivenContractText {
  /** In the format of a contract file. */
  readonly text: string;
  /** Where it comes from, for the history. */
  readonly source: string;
  /** Gets the current contract before anything changes. Throws to stop. */
  readonly requireVersion: (current: DatasetContract | undefined) => void;
}

/** Sets the contract of a dataset from a text, if the current one is as expected. */
export async function setDatasetContractText(
  database: TenantDatabase,
  dataset: string,
  { text, source, requireVersion }: GivenContractText,
): Promise<DatasetContract> {
  const contract = await checkedContractText(text);
  requireDatasetName(dataset);
  await database.transaction(async (tx) => {
    // The lock is for two first contracts at the same time; the hash is for a file that widens the contract meanwhile.
    await lockName(tx, `contract ${tx.tenant} ${dataset}`);
    const before = await currentContract(tx, dataset);
    requireVersion(before);
    await setContractIn(tx, { dataset, contract, source }, before?.hash);
  });
  return datasetContract(database, dataset);
}

/** Suggests a contract from all rows of a dataset. */
export async function suggestDatasetContract(
  database: TenantDatabase,
  dataset: string,
  how: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<SuggestedContract> {
  await datasetContract(database, dataset);
  return suggestContract(database, dataset, how);
}

/** Freezes the contract of a dataset, or lets files widen it again. Returns whether anything changed. */
export async function freezeDatasetContract(
  database: TenantDatabase,
  dataset: string,
  isFrozen: boolean,
): Promise<boolean> {
  await datasetContract(database, dataset);
  return freezeContract(database, dataset, isFrozen);
}

/** All versions of the contract of a dataset, the current one last. */
export async function datasetContractVersions(database: TenantDatabase, dataset: string): Promise<DatasetContract[]> {
  await datasetContract(database, dataset);
  return contractVersions(database, dataset);
}

/** Columns that were probably renamed. */
export async function datasetRenames(database: TenantDatabase, dataset: string): Promise<readonly Rename[]> {
  return renamesOf(database, await datasetContract(database, dataset));
}

/** Makes columns that were renamed one column. Returns them; empty if there are none. */
export async function acceptDatasetRenames(database: TenantDatabase, dataset: string): Promise<readonly Rename[]> {
  return acceptRenames(database, await datasetContract(database, dataset));
}

export interface AcceptedRenames {
  readonly dataset: string;
  /** The earlier names of each column that has some. */
  readonly columns: readonly { readonly name: string; readonly aliases: readonly string[] }[];
}

export interface AcceptAllRequest extends Omit<Inferring, 'readers' | 'onProgress'> {
  /** The environment of the processes that read the files. */
  readonly env: Readonly<Record<string, string>>;
  readonly onProgress?: (dataset: string, files: number) => void;
}

/** Accepts the renames in all datasets that are read without a parser, and infers the contracts of new ones. */
export async function acceptAllRenames(
  database: TenantDatabase,
  { env, onProgress, ...how }: AcceptAllRequest,
): Promise<AcceptedRenames[]> {
  const readers = createReaderProcesses({ env });
  const accepted: AcceptedRenames[] = [];
  try {
    for (const dataset of await datasetsOfFiles(database)) {
      const showFiles = (files: number): void => onProgress?.(dataset, files);
      const contract = await inferWithRenames(database, dataset, { ...how, readers, onProgress: showFiles });
      if (contract === null) continue;
      await acceptRenames(database, contract);
      const columns = aliasedColumns((await datasetContract(database, dataset)).contract);
      if (columns.length > 0) accepted.push({ dataset, columns });
    }
  } finally {
    await readers.close();
  }
  return accepted;
}

function aliasedColumns(contract: string): AcceptedRenames['columns'] {
  const { columns } = JSON.parse(contract) as { columns: { name: string; aliases?: string[] }[] };
  return columns.flatMap(({ name, aliases = [] }) => (aliases.length > 0 ? [{ name, aliases }] : []));
}
