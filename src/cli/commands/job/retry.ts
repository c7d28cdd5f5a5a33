import { jobDetailJson } from '../../../engine/job-json.js';
import { redactedJob, retryJob } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const job = await withEngine(invocation, (engine, { actor }) => retryJob(engine, id, actor));
  if (output.asJson) return output.json(jobDetailJson(redactedJob(job)));
  output.print(`Job ${job.id} is pending again, with ${job.maxAttempts} attempts.`);
}
