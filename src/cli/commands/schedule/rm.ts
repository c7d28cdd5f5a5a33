import { removeScheduleByHand } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [name = ''] = args;
  await withEngine(invocation, (engine, { actor }) => removeScheduleByHand(engine, name, actor));
  if (output.asJson) return output.json({ name, removed: true });
  output.print(`Schedule '${name}' is removed.`);
}
