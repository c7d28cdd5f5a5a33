import { listRules, type Rule } from '../../../pipeline/index.js';
import { ruleJson } from '../../../pipeline/routing/rule-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output } = invocation;
  const rules = await withTenant(invocation, ({ database }) => listRules(database));
  if (output.asJson) return output.json(rules.map(ruleJson));
  if (rules.length === 0) return output.message("No rules. Add one with: casparian rule add '*.csv' --topic TOPIC");
  const now = Date.now();
  const columns: Column<Rule>[] = [
    { title: 'TOPIC', cell: ({ topic }) => topic },
    { title: 'ADDED', cell: ({ created_at }) => relativeTime(created_at, now), align: 'right' },
    { title: 'PATTERN', cell: ({ pattern }) => pattern },
  ];
  output.print(renderTable(columns, rules, output.width));
}
