import { configuredHome } from '../../../app/index.js';
import {
  type Dataset,
  datasets,
  outputAddress,
  outputFiles,
  type OutputFilter,
  type OutputRecord,
} from '../../../pipeline/index.js';
import { outputFileJson, outputJson } from '../../../pipeline/outputs/output-json.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import { type Column, renderTable } from '../../output/table.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface ListOptions extends OutputFilter {
  files?: boolean;
}

const DATASET_COLUMNS: readonly Column<Dataset>[] = [
  { title: 'PARSER', cell: ({ parser }) => parser },
  { title: 'OUTPUT', cell: ({ output }) => output },
  { title: 'FILES', cell: ({ files }) => count(files), align: 'right' },
  { title: 'ROWS', cell: ({ rows }) => count(rows), align: 'right' },
  { title: 'SIZE', cell: ({ bytes }) => formatBytes(bytes), align: 'right' },
];

const FILE_COLUMNS: readonly Column<OutputRecord>[] = [
  { title: 'PARSER', cell: ({ parser, version }) => `${parser} v${version}` },
  { title: 'OUTPUT', cell: ({ output }) => output },
  { title: 'ROWS', cell: ({ rows }) => count(rows), align: 'right' },
  { title: 'STATE', cell: ({ supersededAt }) => (supersededAt === null ? 'current' : 'superseded') },
  { title: 'SOURCE', cell: ({ source }) => source ?? '–' },
  { title: 'PATH', cell: ({ path }) => path, cut: 'begin' },
];

export async function run(invocation: Invocation<ListOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  await withTenant(invocation, async ({ database }, settings) => {
    if (options.files) {
      const home = configuredHome(settings);
      const files = (await outputFiles(database, options)).map((file) => ({
        ...file,
        path: outputAddress(home, file.path),
      }));
      if (output.asJson) return output.json(files.map(outputFileJson));
      if (files.length > 0) return output.print(renderTable(FILE_COLUMNS, files, output.width));
    } else {
      const found = await datasets(database, options);
      if (output.asJson) return output.json(found.map(outputJson));
      if (found.length > 0) return output.print(renderTable(DATASET_COLUMNS, found, output.width));
    }
    const isFiltered = options.parser !== undefined || options.output !== undefined;
    output.message(isFiltered ? 'No output matches.' : 'No datasets yet. Create some with: casparian process');
  });
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
