import { addRule, planJobs } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation<{ topic: string }>): Promise<void> {
  const { output, options, args } = invocation;
  const [pattern = ''] = args;
  const { topic } = options;
  const { added, jobsCreated } = await withEngine(invocation, async (engine) => {
    const isNew = await addRule(engine.database, pattern, topic);
    return { added: isNew, jobsCreated: (await planJobs(engine)).jobsCreated };
  });
  if (output.asJson) return output.json({ pattern, topic, added, jobs_created: jobsCreated });
  output.print(`Files that match '${pattern}' have the topic '${topic}'${added ? '' : ' already'}.`);
  if (jobsCreated > 0) output.print(`Created ${jobsCreated} ${jobsCreated === 1 ? 'job' : 'jobs'} (pending)`);
}
