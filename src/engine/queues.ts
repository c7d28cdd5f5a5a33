import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../database/index.js';
import { requireName } from './names.js';
import type { EngineSchema } from './schema/tables.js';

export interface PausedQueue {
  name: string;
  pausedAt: number;
  reason: string | null;
}

/** No job of a paused queue starts. Running ones go on, new ones are accepted. */
export async function pauseQueue(database: Executor, name: string, reason: string | null = null): Promise<void> {
  await queryBuilder<EngineSchema>(database)
    .insertInto('cf_queues')
    .values({ name: requireName('queue', name), paused_at: sql<number>`cf_now()`, paused_reason: reason })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        paused_at: sql<number>`coalesce(cf_queues.paused_at, cf_now())`,
        paused_reason: reason,
      }),
    )
    .execute();
}

/** False if the queue was not paused. */
export async function resumeQueue(database: Executor, name: string): Promise<boolean> {
  const rows = await queryBuilder<EngineSchema>(database)
    .updateTable('cf_queues')
    .set({ paused_at: null, paused_reason: null })
    .where('name', '=', name)
    .where('paused_at', 'is not', null)
    .returning('name')
    .execute();
  return rows.length > 0;
}

export async function pausedQueues(database: Executor): Promise<PausedQueue[]> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_queues')
    .selectAll()
    .where('paused_at', 'is not', null)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ name: row.name, pausedAt: row.paused_at ?? 0, reason: row.paused_reason }));
}
