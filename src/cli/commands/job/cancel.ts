import { jobDetailJson } from '../../../engine/job-json.js';
import { cancelJob, redactedJob } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const job = await withEngine(invocation, (engine, { actor }) => cancelJob(engine, id, actor));
  if (output.asJson) return output.json(jobDetailJson(redactedJob(job)));
  output.print(
    job.status === 'running'
      ? `Requested job ${job.id} to stop; it runs on ${job.leaseOwner}.`
      : `Job ${job.id} is ${job.status}.`,
  );
}
