import { listParsers, type ListedParser } from '../../../operations/index.js';
import { parserJson } from '../../../pipeline/registry/parser-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface ListOptions {
  all?: boolean;
}

export async function run(invocation: Invocation<ListOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const listed = await withTenant(invocation, ({ database }) => listParsers(database, { all: options.all === true }));
  if (output.asJson) {
    return output.json(listed.map(({ parser, topics, current }) => ({ ...parserJson(parser, topics), current })));
  }
  if (listed.length === 0) return output.message('No parsers. Register one with: casparian parser register');
  const now = Date.now();
  const columns: Column<ListedParser>[] = [
    { title: 'NAME', cell: ({ parser }) => parser.name },
    { title: 'VERSION', cell: ({ parser }) => parser.version },
    { title: 'LANGUAGE', cell: ({ parser }) => parser.language },
    { title: 'REGISTERED', cell: ({ parser }) => relativeTime(parser.registeredAt, now), align: 'right' },
    ...(options.all === true ? [{ title: 'STATE', cell: stateOf }] : []),
    { title: 'TOPICS', cell: ({ topics }) => topics.join(', ') || '–' },
  ];
  output.print(renderTable(columns, listed, output.width));
}

function stateOf({ parser, current }: ListedParser): string {
  if (parser.retiredAt !== null) return 'unregistered';
  return current ? 'current' : 'older';
}
