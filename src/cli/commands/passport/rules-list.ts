import { listRuleVersions, ruleVersionJson } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { type ListOptions, printRows } from './print-rows.js';
import { RULES } from './row-tables.js';

export function run(invocation: Invocation<ListOptions>): Promise<void> {
  const none = 'There are no rules yet. Add some with: casparian passport rules add NAME FILE';
  return printRows(invocation, {
    list: listRuleVersions,
    json: ruleVersionJson,
    columns: RULES,
    table: 'cf_rule_package_versions',
    none,
  });
}
