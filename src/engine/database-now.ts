import type { Executor } from '../database/index.js';

/** The time by the clock that all jobs are dated by: the database's, since the machines' may differ. */
export async function databaseNow(database: Executor): Promise<number> {
  const [row] = await database.query<{ now: number }>('SELECT cf_now() AS now');
  if (!row) throw new Error('a SELECT without FROM always answers one row');
  return row.now;
}
