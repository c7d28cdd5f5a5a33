import { type Engine, pausedQueues } from '../../engine/index.js';

export interface QueueState {
  name: string;
  pending: number;
  running: number;
  /** Null when the queue is not paused. */
  pausedAt: number | null;
  reason: string | null;
}

// Two statements in one, so that each reads the partial index of its own state.
const COUNTS = `
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'pending' GROUP BY queue, status
  UNION ALL
  SELECT queue, status, count(*) AS count FROM cf_jobs WHERE status = 'running' GROUP BY queue, status`;

/** The queues that have unfinished jobs or are paused. A queue needs no creating, so an empty one is not known. */
export async function listQueues({ database }: Engine): Promise<QueueState[]> {
  const counts = await database.query<{ queue: string; status: 'pending' | 'running'; count: number }>(COUNTS);
  const paused = new Map((await pausedQueues(database)).map((queue) => [queue.name, queue]));
  const names = [...new Set([...counts.map((row) => row.queue), ...paused.keys()])].sort();
  const countOf = (name: string, status: string): number =>
    counts.find((row) => row.queue === name && row.status === status)?.count ?? 0;
  return names.map((name) => ({
    name,
    pending: countOf(name, 'pending'),
    running: countOf(name, 'running'),
    pausedAt: paused.get(name)?.pausedAt ?? null,
    reason: paused.get(name)?.reason ?? null,
  }));
}
