import type { Database } from '../database/index.js';
import { JOBS_CHANNEL } from './stores/postgres/channel.js';

/** Tells the workers of other processes. Those on SQLite see the change of the file by themselves. */
export async function notifyWorkers(database: Database, message = ''): Promise<void> {
  if (database.dialect === 'postgres') await database.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, message]);
}
