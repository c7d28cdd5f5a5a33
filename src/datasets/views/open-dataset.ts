import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Executor } from '../../database/index.js';
import { declaredColumns } from '../../parse/contract/declared-columns.js';
import { outputFiles } from '../../pipeline/outputs/find-outputs.js';
import { parserOfSource } from '../../pipeline/registry/find-parsers.js';
import type { NamedDataset } from '../catalog/dataset-names.js';
import type { FileGroup } from './column.js';
import { type DatasetView, datasetView } from './dataset-view.js';
import { parquetGroups, type PlacedOutput } from './parquet-groups.js';
import { type DeclaredOf, textGroups } from './text-groups.js';

/** Where a dataset's current rows lie, and the SQL that reads them. */
export interface OpenDataset extends DatasetView {
  readonly files: readonly PlacedOutput[];
}

export interface DatasetPlace {
  readonly database: Executor;
  /** The home's `output` folder. */
  readonly folder: string;
}

export async function openDataset(
  connection: DuckDBConnection,
  { database, folder }: DatasetPlace,
  dataset: NamedDataset,
): Promise<OpenDataset> {
  const { parser, output } = dataset;
  const files = await placedOutputs({ database, folder }, { parser, output });
  const isParquet = ({ format }: PlacedOutput): boolean => format === 'parquet';
  const groups: FileGroup[] = [
    ...(await parquetGroups(connection, files.filter(isParquet))),
    ...(await textGroups(
      connection,
      files.filter((file) => !isParquet(file)),
      declaredIn(database),
    )),
  ];
  return { ...datasetView(dataset.name, groups), files };
}

export async function placedOutputs(
  { database, folder }: DatasetPlace,
  which: { parser: string; output: string },
): Promise<PlacedOutput[]> {
  const files = await outputFiles(database, which);
  return files.map((file) => ({ ...file, place: join(folder, file.path) }));
}

function declaredIn(database: Executor): DeclaredOf {
  return async ({ sourceHash, output, parser }) => {
    const registered = await parserOfSource(database, sourceHash);
    return declaredColumns(registered?.outputs, { name: output, parser });
  };
}
