import { pauseQueue } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export interface PauseOptions {
  reason?: string;
}

export async function run(invocation: Invocation<PauseOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  await withEngine(invocation, (engine, { actor }) => pauseQueue(engine, name, options.reason, actor));
  if (output.asJson) return output.json({ queue: name, paused: true });
  output.print(`Queue '${name}' is paused. Resume it with: casparian queue resume ${name}`);
}
