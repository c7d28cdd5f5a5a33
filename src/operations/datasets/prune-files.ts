import { isPublished } from '../../datasets/index.js';
import { datasets, type PipelineHome, type PrunedOutputs, pruneOutputs, tenantPrefix } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';
import { joinAddress } from '../../storage/index.js';
import { datasetFolder } from './publish-table.js';

export interface PruneFilesRequest {
  readonly home: PipelineHome;
  readonly olderThanMs: number;
  readonly dryRun: boolean;
}

/** Deletes files that no query sees and no reader of a published table needs. */
export async function pruneFiles(
  database: TenantDatabase,
  { home, olderThanMs, dryRun }: PruneFilesRequest,
): Promise<PrunedOutputs> {
  const { tenant } = database;
  const retained = new Set<string>();
  const copies = { files: 0, bytes: 0 };
  for (const dataset of await datasets(database, { all: true })) {
    // Outputs may have gone into the home before they went into a bucket, or the other way round.
    for (const root of new Set([home.output, home.target])) {
      const storage = home.storages.at(datasetFolder(root, tenant, dataset));
      if (!(await isPublished(storage))) continue;
      // Imported here: DuckDB takes a tenth of a second to load.
      const { publishedRetention } = await import('../../datasets/sql.js');
      const published = await publishedRetention({ storage, staging: home.staging, dryRun });
      for (const name of published.names) {
        const path = `${tenantPrefix(tenant)}${dataset.parser}/${dataset.output}/${name}`;
        retained.add(root === home.output ? path : joinAddress(root, path));
      }
      copies.files += published.removed.files;
      copies.bytes += published.removed.bytes;
    }
  }
  const pruned = await pruneOutputs(database, home, { olderThanMs, dryRun, retained });
  return { ...pruned, superseded: pruned.superseded + copies.files, bytes: pruned.bytes + copies.bytes };
}
