import { queryOnce } from '../measure/postgres-clients.mjs';
import { createSettled } from '../measure/postgres-settled.mjs';
import { until } from '../measure/until.mjs';

// Reads and fills cf_jobs without the engine. When the engine's schema changes, change this file.
// Two queries instead of one IN, so that each uses its partial index.
const LEFT = `select 1 where exists (select 1 from cf_jobs where status = 'pending')
  or exists (select 1 from cf_jobs where status = 'running')`;
const FILL_PAYLOAD = JSON.stringify({
  n: 0,
  text: 'a row that was there before the measurement began, like so many others',
});
const ROWS_PER_TICK = 100; // consecutive rows share a millisecond, as they do when jobs arrive in bulk

export function postgresTable(url, type) {
  return {
    settled: createSettled(url, LEFT),
    fill: async (amounts) => {
      for (const batch of fillBatches(amounts)) await queryOnce(url, fillPostgres(type, batch));
    },
  };
}

export function sqliteTable(file, type, engine) {
  // The SQLite library of the engine: two libraries in one process do not see the locks of each other.
  const connect = async () => (await import(engine)).connectSqlite(file);
  let database;
  let left;
  return {
    settled: async () => {
      // Kept: a connection that is garbage is closed, and its statements with it.
      database ??= await connect();
      left ??= database.prepare(LEFT);
      return until(() => left.get() === undefined, 'cf_jobs to be completed');
    },
    fill: async (amounts) => {
      const filled = await connect();
      for (const batch of fillBatches(amounts)) filled.exec(fillSqlite(type, batch));
      filled.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      filled.close();
    },
  };
}

/** The rows to insert, oldest first: finished rows are an hour old, pending ones have been due for a minute. */
function fillBatches({ pending, finished }) {
  return [
    { status: 'completed', rows: finished, since: Date.now() - 3_600_000 },
    { status: 'pending', rows: pending, since: Date.now() - 60_000 },
  ].filter((batch) => batch.rows > 0);
}

function fillPostgres(type, { status, rows, since }) {
  const at = `(${since} + n / ${ROWS_PER_TICK})`;
  const id = `(lpad(to_hex(${at}), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
  return `insert into cf_jobs (${COLUMNS})
    select ${id}, ${values(type, status, at)} from generate_series(1::bigint, ${rows}) as n`;
}

function fillSqlite(type, { status, rows, since }) {
  const at = `(${since} + n / ${ROWS_PER_TICK})`;
  const time = `printf('%012x', ${at})`;
  const tail = `lower(hex(randomblob(6)))`;
  const id = `substr(${time}, 1, 8) || '-' || substr(${time}, 9) || '-' || printf('7%03x', n % 4096) || '-8000-' || ${tail}`;
  return `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    insert into cf_jobs (${COLUMNS}) select ${id}, ${values(type, status, at)} from numbers`;
}

const COLUMNS =
  'id, tenant, queue, type, status, payload, priority, run_at, max_attempts, created_at, fence, attempts, started_at, finished_at';

function values(type, status, at) {
  const history = status === 'completed' ? `1, 0, ${at}, ${at}` : '0, 0, null, null';
  return `'default', 'default', '${type}', '${status}', '${FILL_PAYLOAD}', 2, ${at}, 5, ${at}, ${history}`;
}
