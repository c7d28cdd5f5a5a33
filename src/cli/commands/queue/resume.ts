import { resumeQueue } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [name = ''] = args;
  const wasPaused = await withEngine(invocation, (engine, { actor }) => resumeQueue(engine, name, actor));
  if (output.asJson) return output.json({ queue: name, paused: false, was_paused: wasPaused });
  output.print(wasPaused ? `Queue '${name}' is resumed.` : `Queue '${name}' was not paused.`);
}
