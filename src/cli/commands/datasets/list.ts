import { datasetJson } from '../../../datasets/dataset-json.js';
import { listDatasets, type ListedDataset } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { count } from '../../output/row-counts.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  const found = await withTenant(invocation, ({ database }) => listDatasets(database));
  if (output.asJson) return output.json(found.map((dataset) => datasetJson(dataset, dataset.versions)));
  if (found.length === 0) return output.message('No datasets yet. Create some with: casparian process');
  output.print(renderTable(columns(Date.now()), found, output.width));
}

function columns(now: number): Column<ListedDataset>[] {
  return [
    { title: 'DATASET', cell: ({ name }) => name },
    { title: 'ROWS', cell: ({ rows }) => count(rows), align: 'right' },
    { title: 'FILES', cell: ({ files }) => count(files), align: 'right' },
    { title: 'SIZE', cell: ({ bytes }) => formatBytes(bytes), align: 'right' },
    { title: 'UPDATED', cell: ({ updatedAt }) => relativeTime(updatedAt, now), align: 'right' },
    { title: 'PARSER', cell: ({ parser, versions }) => `${parser} ${versions.map((one) => `v${one}`).join(', ')}` },
  ];
}
