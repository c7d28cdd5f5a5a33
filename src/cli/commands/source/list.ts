import { listSources, type SourceWithHealth, tokensLeft } from '../../../collect/index.js';
import { sourceJson } from '../../../collect/collect-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  await withTenant(invocation, async ({ database }) => {
    const sources = await listSources(database);
    if (output.asJson) {
      const listed: object[] = [];
      for (const one of sources) listed.push(sourceJson(one, await tokensLeft(database, one.source)));
      return output.json(listed);
    }
    if (sources.length === 0) return output.message('No sources. Add one with: casparian source add');
    const columns: Column<SourceWithHealth>[] = [
      { title: 'NAME', cell: ({ source }) => source.name },
      { title: 'KIND', cell: ({ source }) => source.kind },
      { title: 'STATE', cell: ({ source, health }) => (source.enabled ? health.state : 'disabled') },
      { title: 'RATE', cell: ({ source }) => (source.ratePerMinute === null ? '-' : `${source.ratePerMinute}/min`) },
      { title: 'URL', cell: ({ source }) => source.url },
    ];
    output.print(renderTable(columns, sources, output.width));
  });
}
