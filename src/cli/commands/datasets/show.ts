import { configuredHome } from '../../../app/index.js';
import { datasetDetailJson } from '../../../datasets/dataset-json.js';
import { datasetNamed, namedDatasets, type NamedDataset } from '../../../datasets/index.js';
import {
  type ColumnProfile,
  type DatasetDescription,
  type DatasetProfile,
  describeDataset,
} from '../../../datasets/sql.js';
import { datasetProfileJson } from '../../../datasets/profile-json.js';
import { profileOf } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import type { Output } from '../../output/output.js';
import { type Column, renderProperties, renderTable } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { count, rows as rowsInWords } from '../../output/row-counts.js';

/** Ctrl-C ends the process; nothing is written. */
const NEVER = new AbortController().signal;

interface ShowOptions extends TenantOptions {
  readonly profile?: true;
}

const COLUMNS: readonly Column<DatasetDescription['columns'][number]>[] = [
  { title: 'COLUMN', cell: ({ name }) => name },
  { title: 'TYPE', cell: ({ type }) => type },
];

const PROFILE: readonly Column<ColumnProfile>[] = [
  { title: 'COLUMN', cell: ({ name }) => name },
  { title: 'NULLS', cell: ({ nulls }) => count(nulls), align: 'right' },
  { title: 'DISTINCT', cell: distinctText, align: 'right' },
  { title: 'LOWEST', cell: ({ min }) => min ?? '' },
  { title: 'HIGHEST', cell: ({ max }) => max ?? '' },
  { title: 'MOST FREQUENT', cell: ({ frequent: [first] }) => (first ? `${first.value} (${count(first.rows)})` : '') },
];

export async function run(invocation: Invocation<ShowOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const { dataset, description, profile } = await withTenant(invocation, async ({ database }, settings) => {
    const dataset = datasetNamed(await namedDatasets(database), args[0] ?? '');
    const place = { database, folder: configuredHome(settings) };
    const profile = options.profile && (await profileOf({ ...place, signal: NEVER }, args[0] ?? ''));
    return { dataset, description: await describeDataset(place, dataset), profile };
  });
  if (output.asJson) {
    const detail = datasetDetailJson(dataset, description);
    return output.json(profile ? { ...detail, profile: datasetProfileJson(profile) } : detail);
  }
  print(dataset, description, output);
  if (profile) printProfile(profile, output);
}

function printProfile({ rows, profiledRows, columns }: DatasetProfile, output: Output): void {
  output.print(`\n${renderTable(PROFILE, columns, output.width)}`);
  if (profiledRows < rows) output.message(`Note: this is a sample of ${count(profiledRows)} of ${rowsInWords(rows)}.`);
}

function distinctText({ distinct, distinctIsExact }: ColumnProfile): string {
  return `${distinctIsExact ? '' : 'about '}${count(distinct)}`;
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
