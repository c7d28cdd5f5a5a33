import { listQueues, type QueueState } from '../../../engine/index.js';
import { queueJson } from '../../../engine/queue-json.js';
import type { Invocation } from '../../invocation.js';
import { limitText, queueStateText } from '../../output/queue-limit.js';
import { type Column, renderTable } from '../../output/table.js';
import { withEngine } from '../../session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { output } = invocation;
  const queues = await withEngine(invocation, ({ database }) => listQueues(database));
  if (output.asJson) return output.json(queues.map(queueJson));
  if (queues.length === 0) return output.message('No queue has unfinished jobs or is paused.');
  const now = Date.now();
  const columns: Column<QueueState>[] = [
    { title: 'QUEUE', cell: (queue) => queue.name },
    { title: 'PENDING', cell: (queue) => String(queue.pending), align: 'right' },
    { title: 'RUNNING', cell: (queue) => String(queue.running), align: 'right' },
    { title: 'STATE', cell: (queue) => stateText(queue, now) },
  ];
  output.print(renderTable(columns, queues, output.width));
}

function stateText(queue: QueueState, now: number): string {
  const state = queueStateText(queue, now);
  if (!queue.limit) return state;
  const waiting = queue.waitingForLimits > 0 ? `; ${queue.waitingForLimits} waiting` : '';
  return `${state}, ${limitText(queue.limit)}${waiting}`;
}
