import { until } from '../measure/until.mjs';
import { uuidV7 } from '../measure/uuid.mjs';

// The speed of SQLite without an engine, through better-sqlite3: a minimal table, one partial index, history kept.
const SCHEMA = `
  create table if not exists raw_jobs (
    id text primary key,
    state integer not null default 0, -- 0 pending, 1 running, 2 completed
    payload text not null,
    run_at integer not null,
    finished_at integer
  ) without rowid;
  create index if not exists raw_jobs_pending on raw_jobs (run_at, id) where state = 0`;

const INSERT = 'insert into raw_jobs (id, payload, run_at) values (?, ?, ?)';
const CLAIM = `update raw_jobs set state = 1 where id in (
  select id from raw_jobs where state = 0 and run_at <= ? order by run_at, id limit 100
) returning id, payload`;
const COMPLETE = 'update raw_jobs set state = 2, finished_at = ? where id = ?';

export const subjects = [
  rawSqlite({ id: 'raw-sqlite-full', synchronous: 'FULL' }),
  rawSqlite({ id: 'raw-sqlite-normal', synchronous: 'NORMAL' }),
];

function rawSqlite({ id, synchronous }) {
  return {
    id,
    label: `raw SQLite ${synchronous}, claim 100 + complete 100 (update)`,
    enqueueLabel: `raw SQLite ${synchronous}`,
    store: 'sqlite',
    durability: `WAL, synchronous=${synchronous}`,
    open: (place) => openDriver(place, synchronous),
  };
}

async function openDriver(place, synchronous) {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(place.file);
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.exec(SCHEMA);

  const insert = database.prepare(INSERT);
  const claim = database.prepare(CLAIM);
  const complete = database.prepare(COMPLETE);
  const insertAll = database.transaction((payloads) => {
    for (const payload of payloads) insert.run(uuidV7(), JSON.stringify(payload), Date.now());
  });
  const completeAll = database.transaction((rows) => {
    for (const row of rows) complete.run(Date.now(), row.id);
  });
  let unfinished = 0;

  return {
    enqueueOne: async (payload) => {
      unfinished += 1;
      insert.run(uuidV7(), JSON.stringify(payload), Date.now());
    },

    enqueueMany: async (payloads) => {
      unfinished += payloads.length;
      insertAll.immediate(payloads);
    },

    startWorker: async (onStart) => {
      return everyTurn(() => {
        const rows = claim.all(Date.now());
        for (const row of rows) onStart(JSON.parse(row.payload));
        if (rows.length > 0) completeAll.immediate(rows);
        unfinished -= rows.length;
      });
    },

    settled: () => until(() => unfinished === 0, 'raw_jobs to be completed'),
  };
}

/** Calls `step` once per turn of the event loop, so that the measuring code runs too. */
function everyTurn(step) {
  let stopped = false;
  const turn = () => {
    if (stopped) return;
    step();
    setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop: async () => {
      stopped = true;
    },
  };
}
