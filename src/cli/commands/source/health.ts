import { pausedUntil, type SourceHealthRow, sourcesHealth } from '../../../collect/index.js';
import { sourceHealthJson } from '../../../collect/collect-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { type Column, renderTable } from '../../output/table.js';
import { fullTime } from '../../output/time.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  const rows = await withTenant(invocation, ({ database }) => sourcesHealth(database));
  if (output.asJson) return output.json(rows.map(sourceHealthJson));
  if (rows.length === 0) return output.message('No sources. Add one with: casparian source add');
  const now = Date.now();
  const columns: Column<SourceHealthRow>[] = [
    { title: 'NAME', cell: ({ source }) => source.name },
    { title: 'STATE', cell: ({ source, health, isStalled }) => stateText(source.enabled, health.state, isStalled) },
    { title: 'FAILURES', cell: ({ health }) => String(health.failureStreak), align: 'right' },
    { title: 'WAITING', cell: ({ waiting }) => String(waiting), align: 'right' },
    { title: 'LAST SUCCESS', cell: ({ health }) => fullTime(health.lastSuccessAt, now) },
    { title: 'PAUSED UNTIL', cell: ({ source, health }) => fullTime(pausedUntil(source, health), now) },
    { title: 'LAST FAILURE', cell: ({ health }) => health.lastFailure ?? '' },
  ];
  output.print(renderTable(columns, rows, output.width));
}

function stateText(enabled: boolean, state: string, isStalled: boolean): string {
  if (!enabled) return 'disabled';
  return isStalled ? `${state}, stalled` : state;
}
