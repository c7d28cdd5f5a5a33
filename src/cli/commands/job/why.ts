import { explainJob } from '../../../engine/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [id = ''] = args;
  const { job, reasons } = await withEngine(invocation, ({ database }) => explainJob(database, id));
  if (output.asJson) return output.json({ id: job.id, status: job.status, reasons });
  for (const { message } of reasons) output.print(message);
}
