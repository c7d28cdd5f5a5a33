import { queueNamed } from '../../../engine/index.js';
import { queueJson } from '../../../engine/queue-json.js';
import type { Invocation } from '../../invocation.js';
import { limitText, queueStateText } from '../../output/queue-limit.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [name = ''] = args;
  const queue = await withEngine(invocation, ({ database }) => queueNamed(database, name));
  if (output.asJson) return output.json(queueJson(queue));
  output.print(`Queue '${name}' is ${queueStateText(queue, Date.now())}.`);
  output.print(`pending ${queue.pending}, running ${queue.running}, waiting for limits ${queue.waitingForLimits}`);
  output.print(queue.limit ? `limit: ${limitText(queue.limit)}` : 'limit: none');
}
