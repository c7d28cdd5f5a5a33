import type { Executor } from '../../database/index.js';
import { pausedQueues } from '../queues.js';

export interface QueueState {
  name: string;
  pending: number;
  running: number;
  /** Null when the queue is not paused. */
  pausedAt: number | null;
  reason: string | null;
}

// Two statements in one, so that each reads the partial index of one status.
const COUNTS = `
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'pending' GROUP BY queue, status
  UNION ALL
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'running' GROUP BY queue, status`;

/** The queues that have unfinished jobs or are paused. Queues are not created, so an empty one is unknown. */
export async function listQueues(database: Executor): Promise<QueueState[]> {
  const states = new Map<string, QueueState>();
  const stateOf = (name: string): QueueState => {
    const state = states.get(name) ?? { name, pending: 0, running: 0, pausedAt: null, reason: null };
    states.set(name, state);
    return state;
  };
  const counts = await database.query<{ queue: string; status: 'pending' | 'running'; count: number }>(COUNTS);
  for (const { queue, status, count } of counts) stateOf(queue)[status] = count;
  for (const { name, pausedAt, reason } of await pausedQueues(database)) {
    Object.assign(stateOf(name), { pausedAt, reason });
  }
  return [...states.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
