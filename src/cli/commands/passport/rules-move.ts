import type { TenantTransaction } from '../../../database/index.js';
import { ruleVersionNamed } from '../../../operations/index.js';
import {
  deprecateRules,
  publishRules,
  retireRules,
  type RuleVersionRecord,
  ruleVersionJson,
} from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export const publish = { run: moving(publishRules) };
export const deprecate = { run: moving(deprecateRules) };
export const retire = { run: moving(retireRules) };

type Move = (tx: TenantTransaction, id: string) => Promise<RuleVersionRecord>;

function moving(move: Move): (invocation: Invocation<TenantOptions>) => Promise<void> {
  return async (invocation) => {
    const { args, output } = invocation;
    const version = await withTenant(invocation, async ({ database }) => {
      const { id } = await ruleVersionNamed(database, args[0] ?? '');
      return database.transaction((tx) => move(tx, id));
    });
    if (output.asJson) return output.json(ruleVersionJson(version));
    output.print(`${version.packageName} version ${version.version} is ${version.status}.`);
  };
}
