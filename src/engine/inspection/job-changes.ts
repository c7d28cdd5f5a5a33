import type { Executor } from '../../database/index.js';

/** The tenants whose jobs changed; 'all' if that is too much to find out. */
export type ChangedTenants = ReadonlySet<string> | 'all';

const MAX_NEW_JOBS = 1_000;
/** Endings of the last two minutes: a look that comes late must not miss the end of a minute. */
const ENDED_WITHIN_MS = 120_000;

// None of them reads finished or waiting jobs: the newest id, the running jobs, and the counts of the last minutes.
const NEWEST = 'SELECT id FROM cf_jobs ORDER BY id DESC LIMIT 1';
const RUNNING = `SELECT tenant, count(*) AS count, max(started_at) AS started, min(started_at) AS first FROM cf_jobs
  WHERE status = 'running' GROUP BY tenant`;
const ENDED = `SELECT tenant, begins_at, CAST(sum(count) AS BIGINT) AS count FROM cf_job_stats
  WHERE span_seconds = 60 AND begins_at >= cf_now() - ${ENDED_WITHIN_MS} GROUP BY tenant, begins_at`;

/**
 * Finds out whose jobs were enqueued, claimed or ended since the last call. Not every transition is an event, because an engine ends tens of
 * thousands of jobs a second; so this compares a few numbers, whose cost does not depend on how many jobs there are. A hint for people who
 * look, not a log: a job that came and went between two calls is noticed by its count.
 */
export function createJobChanges(database: Executor): () => Promise<ChangedTenants> {
  let known: { newest: string; running: Map<string, string>; ended: Map<string, number> } | undefined;
  return async () => {
    const newest = (await database.query<{ id: string }>(NEWEST))[0]?.id ?? '';
    const running = new Map(
      (await database.query<{ tenant: string; count: number; started: number; first: number }>(RUNNING)).map(
        ({ tenant, count, started, first }) => [tenant, `${count} ${started} ${first}`],
      ),
    );
    const endings = await database.query<{ tenant: string; begins_at: number; count: number }>(ENDED);
    const ended = new Map(endings.map(({ tenant, begins_at, count }) => [JSON.stringify([tenant, begins_at]), count]));
    const before = known;
    known = { newest, running, ended };
    if (!before) return new Set();
    const created = newest > before.newest ? await tenantsOfNew(database, before.newest) : new Set<string>();
    if (created === 'all') return 'all';
    const changed = new Set(created);
    for (const tenant of new Set([...running.keys(), ...before.running.keys()])) {
      if (running.get(tenant) !== before.running.get(tenant)) changed.add(tenant);
    }
    for (const { tenant, begins_at, count } of endings) {
      if (before.ended.get(JSON.stringify([tenant, begins_at])) !== count) changed.add(tenant);
    }
    return changed;
  };
}

async function tenantsOfNew(database: Executor, after: string): Promise<ChangedTenants> {
  const mark = database.dialect === 'sqlite' ? '?' : '$1';
  const condition = after === '' ? '' : `WHERE id > ${mark}`;
  const rows = await database.query<{ tenant: string }>(
    `SELECT tenant FROM cf_jobs ${condition} ORDER BY id LIMIT ${MAX_NEW_JOBS}`,
    after === '' ? [] : [after],
  );
  return rows.length === MAX_NEW_JOBS ? 'all' : new Set(rows.map(({ tenant }) => tenant));
}
