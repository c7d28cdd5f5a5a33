import type { Executor } from '../database/index.js';

/** The database's clock. All times of jobs come from it, since the clocks of machines differ. */
export async function databaseNow(database: Executor): Promise<number> {
  const [row] = await database.query<{ now: number }>('SELECT cf_now() AS now');
  if (!row) throw new Error('a SELECT without FROM always returns one row');
  return row.now;
}
