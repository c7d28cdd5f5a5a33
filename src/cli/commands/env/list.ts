import { type BuiltEnvironmentState, listEnvironments, pipelineHome } from '../../../pipeline/index.js';
import { environmentJson } from '../../../pipeline/environments/environment-json.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import { withEngine } from '../../session.js';

/** Enough of a hash to identify an environment. */
const SHOWN_HASH_CHARS = 12;
const SHOWN_PACKAGES = 3;

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const environments = await withEngine(invocation, ({ database }, { home }) =>
    listEnvironments(database, pipelineHome(home)),
  );
  if (output.asJson) return output.json(environments.map(environmentJson));
  if (environments.length === 0) return output.message('No environments yet.');
  const now = Date.now();
  const columns: Column<BuiltEnvironmentState>[] = [
    { title: 'ENVIRONMENT', cell: ({ place }) => place.lockfileHash.slice(0, SHOWN_HASH_CHARS) },
    { title: 'RUNTIME', cell: runtimeText },
    { title: 'SIZE', cell: ({ manifest }) => (manifest ? formatBytes(manifest.size_bytes) : '–'), align: 'right' },
    { title: 'LAST USED', cell: ({ lastUsedAt }) => relativeTime(lastUsedAt, now) },
    { title: 'PARSERS', cell: ({ parsers }) => parsers.join(', ') || '–' },
    { title: 'PACKAGES', cell: packagesText },
  ];
  output.print(renderTable(columns, environments, output.width));
}

function runtimeText({ manifest }: BuiltEnvironmentState): string {
  if (manifest === undefined) return 'broken';
  return `${manifest.language === 'python' ? 'Python' : 'Node'} ${manifest.runtime}`;
}

function packagesText({ manifest }: BuiltEnvironmentState): string {
  const names = (manifest?.packages ?? []).map(({ name }) => name);
  if (names.length === 0) return '–';
  const more = names.length > SHOWN_PACKAGES ? ' …' : '';
  return `${names.length}: ${names.slice(0, SHOWN_PACKAGES).join(', ')}${more}`;
}
