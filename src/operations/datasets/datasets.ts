import { datasetNamed, type NamedDataset, namedDatasets } from '../../datasets/index.js';
import type { Compaction } from '../../datasets/sql.js';
import { type PipelineHome, versionsInUse } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';

export interface ListedDataset extends NamedDataset {
  /** The versions of the parser that wrote its rows. */
  readonly versions: readonly string[];
}

export async function listDatasets(database: TenantDatabase): Promise<ListedDataset[]> {
  const [known, inUse] = await Promise.all([namedDatasets(database), versionsInUse(database)]);
  return known.map((dataset) => {
    const own = inUse.filter((one) => one.parser === dataset.parser && one.output === dataset.output);
    return { ...dataset, versions: own.map(({ version }) => version) };
  });
}

/** The named dataset, or all without a name. */
export async function selectDatasets(database: TenantDatabase, name: string | undefined): Promise<NamedDataset[]> {
  const known = await namedDatasets(database);
  return name === undefined ? known : [datasetNamed(known, name)];
}

export interface CompactRequest {
  /** Undefined: all datasets. */
  readonly dataset: string | undefined;
  readonly home: PipelineHome;
  /** Files of this size or more are not merged. */
  readonly smallBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onMerged?: ((dataset: string, files: number) => void) | undefined;
}

export interface CompactedDataset extends Compaction {
  readonly name: string;
}

const SMALL_BYTES = 33_554_432;

/** Merges small files of datasets. */
export async function compactDatasets(database: TenantDatabase, request: CompactRequest): Promise<CompactedDataset[]> {
  const { home, smallBytes = SMALL_BYTES, signal, onMerged } = request;
  // Imported here: DuckDB takes a tenth of a second to load.
  const { compactDataset } = await import('../../datasets/sql.js');
  const done: CompactedDataset[] = [];
  for (const dataset of await selectDatasets(database, request.dataset)) {
    const merged = (files: number): void => onMerged?.(dataset.name, files);
    const compaction = await compactDataset({ database, home, smallBytes, signal, onMerged: merged }, dataset);
    done.push({ ...compaction, name: dataset.name });
  }
  return done;
}
