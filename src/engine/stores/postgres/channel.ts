import type { Executor } from '../../../database/index.js';

/** The NOTIFY channel. A listener looks for work itself, so messages contain no job. */
export const JOBS_CHANNEL = 'casparian_jobs';
/** Cancellation of a running job was requested. */
export const CANCEL_MESSAGE = 'cancel';

/** Notifies the workers of other processes. On SQLite they see the change of the file. */
export async function notifyWorkers(database: Executor, message = ''): Promise<void> {
  if (database.dialect === 'postgres' && database.isQuiet !== true)
    await database.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, message]);
}
