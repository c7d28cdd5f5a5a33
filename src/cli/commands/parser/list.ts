import { type RegisteredParser, registeredVersions, topicsByParser } from '../../../pipeline/index.js';
import { parserJson } from '../../../pipeline/registry/parser-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface ListOptions {
  all?: boolean;
}

interface Listed {
  readonly parser: RegisteredParser;
  readonly topics: readonly string[];
  readonly current: boolean;
}

export async function run(invocation: Invocation<ListOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const listed = await withTenant(invocation, async ({ database }) => {
    const [versions, topics] = [await registeredVersions(database), await topicsByParser(database)];
    return listOf(versions, topics).filter(({ current }) => current || options.all === true);
  });
  if (output.asJson) {
    return output.json(listed.map(({ parser, topics, current }) => ({ ...parserJson(parser, topics), current })));
  }
  if (listed.length === 0) return output.talk('No parser is registered. Register one with: casparian parser register');
  const now = Date.now();
  const columns: Column<Listed>[] = [
    { title: 'NAME', cell: ({ parser }) => parser.name },
    { title: 'VERSION', cell: ({ parser }) => parser.version },
    { title: 'LANGUAGE', cell: ({ parser }) => parser.language },
    { title: 'REGISTERED', cell: ({ parser }) => relativeTime(parser.registeredAt, now), align: 'right' },
    ...(options.all === true ? [{ title: 'STATE', cell: stateOf }] : []),
    { title: 'TOPICS', cell: ({ topics }) => topics.join(', ') || '–' },
  ];
  output.print(renderTable(columns, listed, output.width));
}

/** The first version of each name that is not retired is its current one. */
function listOf(versions: readonly RegisteredParser[], topics: ReadonlyMap<string, readonly string[]>): Listed[] {
  const seen = new Set<string>();
  return versions.map((parser) => {
    const current = parser.retiredAt === null && !seen.has(parser.name);
    if (current) seen.add(parser.name);
    return { parser, topics: topics.get(parser.name) ?? [], current };
  });
}

function stateOf({ parser, current }: Listed): string {
  if (parser.retiredAt !== null) return 'unregistered';
  return current ? 'current' : 'older';
}
