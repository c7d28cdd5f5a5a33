import type { Invocation } from '../../invocation.js';
import { printJob } from '../../output/job-details.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const [id = ''] = invocation.args;
  printJob(await withEngine(invocation, (engine) => engine.job(id)), invocation.output);
}
