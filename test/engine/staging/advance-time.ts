import type { Executor } from '../../../src/database/index.js';

const TIMES = {
  cf_jobs: [
    'run_at',
    'lease_expires_at',
    'heartbeat_at',
    'cancel_requested_at',
    'created_at',
    'started_at',
    'finished_at',
  ],
  cf_queues: ['paused_at'],
  cf_workers: ['started_at', 'heartbeat_at'],
  cf_limit_slots: ['expires_at'],
  cf_limit_waits: ['run_at', 'until_at'],
  cf_schedules: ['next_run_at', 'last_run_at', 'created_at'],
};

/** Lets time pass without waiting: everything that is written moves into the past. */
export async function advanceTime(database: Executor, ms: number): Promise<void> {
  const statements = Object.entries(TIMES).map(([table, columns]) => {
    const shifts = columns.map((column) => `${column} = ${column} - ${ms}`);
    return `UPDATE ${table} SET ${shifts.join(', ')}`;
  });
  await database.script(statements.join(';\n'));
}

export async function databaseNow(database: Executor): Promise<number> {
  const [row] = await database.query<{ now: number }>('SELECT cf_now() AS now');
  return row!.now;
}
