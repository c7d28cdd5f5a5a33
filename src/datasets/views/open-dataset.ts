import type { DuckDBConnection } from '@duckdb/node-api';
import { contractColumns, declaredColumns } from '../../contract/declared-columns.js';
import { BUILTIN, contractWithHash, parserOfSource } from '../../pipeline/index.js';
import { type TenantExecutor } from '../../database/index.js';
import type { NamedDataset } from '../catalog/dataset-names.js';
import { type DatasetPlace, type PlacedOutput, placedOutputs } from '../catalog/placed-outputs.js';
import { reachBuckets } from '../duckdb/reach-buckets.js';
import type { FileGroup } from './column.js';
import { type DatasetView, datasetView } from './dataset-view.js';
import { parquetGroups } from './parquet-groups.js';
import { type DeclaredOf, textGroups } from './text-groups.js';

/** The files of a dataset's current rows, and the SQL that reads them. */
export interface OpenDataset extends DatasetView {
  readonly files: readonly PlacedOutput[];
}

export async function openDataset(
  connection: DuckDBConnection,
  place: DatasetPlace,
  dataset: NamedDataset,
): Promise<OpenDataset> {
  const files = await placedOutputs(place, dataset);
  return { ...datasetView(dataset.name, await fileGroups(connection, place, files)), files };
}

/** Files of any format, grouped by their columns. */
export async function fileGroups(
  connection: DuckDBConnection,
  { database, folder }: DatasetPlace,
  files: readonly PlacedOutput[],
): Promise<FileGroup[]> {
  await reachBuckets(connection, folder, files);
  const isParquet = ({ format }: PlacedOutput): boolean => format === 'parquet';
  const others = files.filter((file) => !isParquet(file));
  return [
    ...(await parquetGroups(connection, files.filter(isParquet))),
    ...(await textGroups(connection, others, declaredIn(database))),
  ];
}

function declaredIn(database: TenantExecutor): DeclaredOf {
  return async ({ sourceHash, output, parser }) => {
    if (parser === BUILTIN) {
      const held = await contractWithHash(database, output, sourceHash);
      return held === undefined ? null : contractColumns(held.contract);
    }
    const registered = await parserOfSource(database, sourceHash);
    return declaredColumns(registered?.outputs, { name: output, parser });
  };
}
