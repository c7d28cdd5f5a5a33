import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import type { DatasetProfile } from '../../datasets/sql.js';
import type { RowPlace } from './query-rows.js';
import { withTimeLimit } from './time-limit.js';

/** Profiles the columns of a dataset, of all rows or of those that a condition selects. */
export async function profileOf(
  { database, folder, signal }: RowPlace,
  name: string,
  where?: string,
): Promise<DatasetProfile> {
  const dataset = datasetNamed(await namedDatasets(database), name);
  const { profileDataset } = await import('../../datasets/sql.js');
  return withTimeLimit(signal, (ended) => profileDataset({ dataset, where, database, folder, signal: ended }));
}
