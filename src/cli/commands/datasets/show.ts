import { datasetDetailJson } from '../../../datasets/dataset-json.js';
import { datasetNamed, namedDatasets, type NamedDataset } from '../../../datasets/index.js';
import { type DatasetDescription, describeDataset } from '../../../datasets/sql.js';
import { pipelineHome } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import type { Output } from '../../output/output.js';
import { type Column, renderProperties, renderTable } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { count, rows as rowsInWords } from '../../output/row-counts.js';

const COLUMNS: readonly Column<DatasetDescription['columns'][number]>[] = [
  { title: 'COLUMN', cell: ({ name }) => name },
  { title: 'TYPE', cell: ({ type }) => type },
];

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { args, output } = invocation;
  const { dataset, description } = await withTenant(invocation, async ({ database }, { home }) => {
    const dataset = datasetNamed(await namedDatasets(database), args[0] ?? '');
    const place = { database, folder: pipelineHome(home).output };
    return { dataset, description: await describeDataset(place, dataset) };
  });
  if (output.asJson) return output.json(datasetDetailJson(dataset, description));
  print(dataset, description, output);
}

function print(
  dataset: NamedDataset,
  { columns, versions, sources, newest, notes }: DatasetDescription,
  output: Output,
) {
  const { name, rows, files, bytes, parser, updatedAt } = dataset;
  output.print(
    renderProperties([
      ['dataset', name],
      ['rows', count(rows)],
      [
        'files',
        `${count(files)} (${formatBytes(bytes)}), from ${count(sources)} ${sources === 1 ? 'source' : 'sources'}`,
      ],
      ['updated', fullTime(updatedAt, Date.now())],
      ['parser', versions.map((one) => `${parser} v${one.version} (${rowsInWords(one.rows)})`).join('\n')],
    ]),
  );
  output.print(`\n${renderTable(COLUMNS, columns, output.width)}`);
  for (const note of notes) output.message(`Note: ${note}`);
  output.print('\nNewest sources:');
  for (const { jobId, source, rows: own } of newest) {
    output.print(`  ${source ?? 'unknown file'} (${rowsInWords(own)}, job ${jobId})`);
  }
}
