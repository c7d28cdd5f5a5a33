import type { Executor } from '../../database/index.js';
import { queueLimits } from '../limits/queue-limits.js';
import type { QueueLimit } from '../queue-limit.js';
import { pausedQueues } from '../queues.js';
import { oldestReady } from './census.js';

export interface QueueState {
  name: string;
  pending: number;
  running: number;
  /** Null when the queue is not paused. */
  pausedAt: number | null;
  reason: string | null;
  /** Null when the queue has no limit. */
  limit: QueueLimit | null;
  /** How long its oldest job that is due has waited; null if none is due. */
  oldestReadySeconds: number | null;
  /** Pending jobs that wait for a limit of their queue or type. */
  waitingForLimits: number;
}

// Two statements in one, so that each reads the partial index of one status.
const COUNTS = `
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'pending' GROUP BY queue, status
  UNION ALL
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'running' GROUP BY queue, status`;

const WAITING = `SELECT cf_jobs.queue AS queue, count(*) AS count FROM cf_limit_waits
  JOIN cf_jobs ON cf_jobs.id = job_id AND cf_jobs.fence = cf_limit_waits.fence AND status = 'pending'
  WHERE woken_at = 0 GROUP BY cf_jobs.queue`;

/** The queues that have unfinished jobs, are paused or have a limit. Queues are not created, so an empty one is unknown. */
export async function listQueues(database: Executor): Promise<QueueState[]> {
  const states = new Map<string, QueueState>();
  const stateOf = (name: string): QueueState => {
    const state = states.get(name) ?? emptyQueue(name);
    states.set(name, state);
    return state;
  };
  const counts = await database.query<{ queue: string; status: 'pending' | 'running'; count: number }>(COUNTS);
  for (const { queue, status, count } of counts) stateOf(queue)[status] = count;
  for (const { name, pausedAt, reason } of await pausedQueues(database)) {
    Object.assign(stateOf(name), { pausedAt, reason });
  }
  for (const limit of await queueLimits(database)) stateOf(limit.queue).limit = limit;
  for (const { queue, seconds } of await oldestReady(database)) stateOf(queue).oldestReadySeconds = seconds;
  const waiting = await database.query<{ queue: string; count: number }>(WAITING);
  for (const { queue, count } of waiting) stateOf(queue).waitingForLimits = count;
  return [...states.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every name is a queue: one without jobs, pauses and limits is empty and open. */
export async function queueNamed(database: Executor, name: string): Promise<QueueState> {
  return (await listQueues(database)).find((queue) => queue.name === name) ?? emptyQueue(name);
}

/** The state of a queue without jobs, pauses and limits. */
export function emptyQueue(name: string): QueueState {
  return {
    ...{ name, pending: 0, running: 0, pausedAt: null, reason: null, limit: null },
    ...{ oldestReadySeconds: null, waitingForLimits: 0 },
  };
}
