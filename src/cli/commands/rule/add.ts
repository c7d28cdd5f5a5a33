import { addedRuleJson } from '../../../operations/files/scan-json.js';
import { addFileRule } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<{ topic: string } & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const [pattern = ''] = args;
  const { topic } = options;
  const rule = await withTenant(invocation, (session) => addFileRule(session, { pattern, topic }));
  if (output.asJson) return output.json(addedRuleJson(rule));
  const { added, jobsCreated } = rule;
  output.print(`Files that match '${pattern}' ${added ? 'now' : 'already'} have the topic '${topic}'.`);
  if (jobsCreated > 0) output.print(`Created ${jobsCreated} ${jobsCreated === 1 ? 'job' : 'jobs'} (pending)`);
}
