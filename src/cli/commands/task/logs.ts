import { findTask } from '../../../tasks/index.js';
import type { Invocation } from '../../invocation.js';
import { printLogs } from '../../job-logs.js';
import type { LogOptions } from '../../options/logs.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation<LogOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [idOrHash = ''] = args;
  await withEngine(invocation, async (engine, { home }) => {
    const { job } = await findTask(engine, idOrHash);
    await printLogs(engine, job, { home, options, output });
  });
}
