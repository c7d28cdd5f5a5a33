import { listQueues, type QueueState } from '../../../engine/index.js';
import { queueJson } from '../../../engine/queue-json.js';
import type { Invocation } from '../../invocation.js';
import { type Column, renderTable } from '../../output/table.js';
import { relativeTime } from '../../output/time.js';
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

function stateText({ pausedAt, reason }: QueueState, now: number): string {
  if (pausedAt === null) return 'open';
  return `paused ${relativeTime(pausedAt, now)}${reason ? `: ${reason}` : ''}`;
}
