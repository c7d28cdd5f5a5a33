import type { Invocation } from '../../invocation.js';
import { printLogs } from '../../job-logs.js';
import type { LogOptions } from '../../options/logs.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation<LogOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [id = ''] = args;
  await withEngine(invocation, async (engine, { home }) => {
    await printLogs(engine, await engine.job(id), { home, options, output });
  });
}
