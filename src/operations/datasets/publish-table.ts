import { datasetNamed, type NamedDataset, namedDatasets } from '../../datasets/index.js';
import type { Publication } from '../../datasets/sql.js';
import { type PipelineHome, tenantPrefix } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { joinAddress } from '../../storage/index.js';

export interface PublishTableRequest {
  readonly home: PipelineHome;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onFiles?: ((files: number, total: number) => void) | undefined;
}

/** Makes the Delta table of a dataset hold its current rows. */
export async function publishTable(
  database: TenantDatabase,
  request: PublishTableRequest & { readonly dataset: Pick<NamedDataset, 'parser' | 'output' | 'name'> },
): Promise<Publication> {
  const { dataset, ...options } = request;
  // Imported here: DuckDB takes a tenth of a second to load.
  const { publishDelta } = await import('../../datasets/sql.js');
  const { storages, target } = options.home;
  const storage = storages.at(datasetFolder(target, database.tenant, dataset));
  return publishDelta({ ...options, database, storage }, dataset);
}

/** Publishes the dataset with this name: `orders`, or `shop.orders`. */
export async function publishNamed(
  database: TenantDatabase,
  name: string,
  request: PublishTableRequest,
): Promise<Publication & { readonly name: string }> {
  const dataset = datasetNamed(await namedDatasets(database), name);
  const publication = await publishTable(database, { ...request, dataset });
  const { location, version, filesAdded, filesRemoved } = publication;
  if (filesAdded + filesRemoved > 0) {
    await database.transaction((tx) =>
      recordEvent(tx, {
        ...{ eventType: 'dataset.published', aggregateType: 'dataset', aggregateId: dataset.output },
        payload: { location, version, files_added: filesAdded, files_removed: filesRemoved },
      }),
    );
  }
  return { name: dataset.name, ...publication };
}

/** Where the files of a dataset are, below the folder or bucket of outputs. Only Spark follows absolute paths, so the log of the table is there too. */
export function datasetFolder(
  root: string,
  tenant: string,
  { parser, output }: Pick<NamedDataset, 'parser' | 'output'>,
): string {
  return joinAddress(root, `${tenantPrefix(tenant)}${parser}/${output}`);
}

/** Scripts depend on these names: add, never change. */
export function publicationJson(name: string, publication: Publication) {
  const { location, version, filesAdded, filesRemoved, rows, foreignFiles } = publication;
  return {
    ...{ dataset: name, location, version, files_added: filesAdded, files_removed: filesRemoved, rows },
    foreign_files: foreignFiles,
  };
}
