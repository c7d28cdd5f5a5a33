import type { Database } from '../../../database/index.js';

/** The NOTIFY channel. A woken listener looks for work itself, so messages carry no job. */
export const JOBS_CHANNEL = 'casparian_jobs';
/** Says that a running job is wanted dead. */
export const CANCEL_MESSAGE = 'cancel';

/** Tells the workers of other processes. Those on SQLite see the change of the file by themselves. */
export async function notifyWorkers(database: Database, message = ''): Promise<void> {
  if (database.dialect === 'postgres') await database.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, message]);
}
