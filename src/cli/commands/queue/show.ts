import { emptyQueue, listQueues } from '../../../engine/index.js';
import { queueJson } from '../../../engine/queue-json.js';
import type { Invocation } from '../../invocation.js';
import { limitText, queueStateText } from '../../output/queue-limit.js';
import { withEngine } from '../../session.js';

/** Every name is a queue: one without jobs, pauses and limits is empty and open. */
export async function run(invocation: Invocation): Promise<void> {
  const { output, args } = invocation;
  const [name = ''] = args;
  const queues = await withEngine(invocation, ({ database }) => listQueues(database));
  const queue = queues.find((one) => one.name === name) ?? emptyQueue(name);
  if (output.asJson) return output.json(queueJson(queue));
  output.print(`Queue '${name}' is ${queueStateText(queue, Date.now())}.`);
  output.print(`pending ${queue.pending}, running ${queue.running}, waiting for limits ${queue.waitingForLimits}`);
  output.print(queue.limit ? `limit: ${limitText(queue.limit)}` : 'limit: none');
}
