import { jobDetailJson } from '../../../engine/job-json.js';
import { redactedJob } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const job = await withEngine(invocation, (engine) => engine.cancel(id));
  if (output.asJson) return output.json(jobDetailJson(redactedJob(job)));
  output.print(
    job.status === 'running'
      ? `Job ${job.id} runs on ${job.leaseOwner}, which was asked to stop it.`
      : `Job ${job.id} is ${job.status}.`,
  );
}
