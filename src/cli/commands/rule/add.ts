import { addRule, planJobs } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<{ topic: string } & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const [pattern = ''] = args;
  const { topic } = options;
  const { added, jobsCreated } = await withTenant(invocation, async ({ engine, tenant, database }) => {
    const isNew = await addRule(database, pattern, topic);
    return { added: isNew, jobsCreated: (await planJobs(engine, tenant)).jobsCreated };
  });
  if (output.asJson) return output.json({ pattern, topic, added, jobs_created: jobsCreated });
  output.print(`Files that match '${pattern}' have the topic '${topic}'${added ? '' : ' already'}.`);
  if (jobsCreated > 0) output.print(`Created ${jobsCreated} ${jobsCreated === 1 ? 'job' : 'jobs'} (pending)`);
}
