import type { NamedDataset } from '../catalog/dataset-names.js';
import type { DatasetPlace, PlacedOutput } from '../catalog/placed-outputs.js';
import { queryFailure } from '../duckdb/failure.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import type { Column } from '../views/column.js';
import { grouped } from '../views/grouped.js';
import { openDataset } from '../views/open-dataset.js';

/** What a user needs to know before a first query. */
export interface DatasetDescription {
  readonly columns: readonly Column[];
  /** The parser's versions, the one of the newest rows first. */
  readonly versions: readonly { version: string; rows: number; jobs: number }[];
  /** The number of files that the rows were read from. */
  readonly sources: number;
  /** The outputs that were written last, newest first. */
  readonly newest: readonly PlacedOutput[];
  readonly notes: readonly string[];
}

const NEWEST = 5;

export async function describeDataset(place: DatasetPlace, dataset: NamedDataset): Promise<DatasetDescription> {
  const { connection, close } = await openDuckDb();
  try {
    const { columns, files, notes } = await openDataset(connection, place, dataset);
    const newestFirst = files.toSorted((a, b) => b.createdAt - a.createdAt);
    const versions = [...grouped(newestFirst, ({ version }) => version)].map(([version, own]) => ({
      ...{ version, jobs: own.length },
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
    }));
    const sources = new Set(files.map(({ source, contentHash }) => source ?? contentHash)).size;
    return { columns, versions, sources, newest: newestFirst.slice(0, NEWEST), notes };
  } catch (error) {
    throw queryFailure(error, { known: [dataset.name], allowFiles: true, folder: place.folder });
  } finally {
    await close();
  }
}
