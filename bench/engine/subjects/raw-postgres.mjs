import { connectAll } from '../measure/postgres-clients.mjs';
import { sleep } from '../../shared/clock.mjs';
import { until } from '../measure/until.mjs';
import { uuidV7 } from '../measure/uuid.mjs';

// The speed of PostgreSQL without an engine: a minimal table, one partial index, history kept.
const SCHEMA = `
  create table if not exists raw_jobs (
    id uuid primary key,
    state smallint not null default 0, -- 0 pending, 1 running, 2 completed
    payload json not null,
    run_at timestamptz not null default now(),
    finished_at timestamptz
  );
  create index if not exists raw_jobs_pending on raw_jobs (run_at, id) where state = 0`;

const INSERT = { name: 'insert', text: 'insert into raw_jobs (id, payload) values ($1, $2)' };
const INSERT_AND_NOTIFY = {
  name: 'insert-and-notify',
  text: `with job as (insert into raw_jobs (id, payload) values ($1, $2)) select pg_notify('raw_jobs', '')`,
};
const INSERT_MANY = {
  name: 'insert-many',
  text: 'insert into raw_jobs (id, payload) select * from unnest($1::uuid[], $2::json[])',
};
const CLAIM = {
  name: 'claim',
  text: `update raw_jobs set state = 1 where id = any(array(
    select id from raw_jobs where state = 0 and run_at <= now() order by run_at, id limit $1 for update skip locked
  )) returning id, payload`,
};
const COMPLETE = {
  name: 'complete',
  text: 'update raw_jobs set state = 2, finished_at = now() where id = any($1::uuid[])',
};

const DURABILITY = 'synchronous_commit=on, fsync=on';

export const subjects = [
  ...[1, 4, 10].map((connections) =>
    rawPostgres({
      id: `raw-pg-batch-c${connections}`,
      label: `raw PostgreSQL, claim 100 + complete 100 (update), ${connections} conn`,
      connections,
      batch: 100,
    }),
  ),
  rawPostgres({
    id: 'raw-pg-insert',
    label: 'raw PostgreSQL, one row per transaction, 10 conn',
    connections: 10,
    batch: 100,
  }),
  rawPostgres({
    id: 'raw-pg-unnest',
    label: 'raw PostgreSQL, unnest, 1,000 rows per transaction',
    connections: 1,
    batch: 100,
  }),
  rawPostgres({
    id: 'raw-pg-notify',
    label: 'raw PostgreSQL, LISTEN/NOTIFY + claim',
    connections: 1,
    batch: 1,
    notify: true,
  }),
  rawPostgres({
    id: 'raw-pg-claim-one',
    label: 'raw PostgreSQL, plain SKIP LOCKED claim-one, 10 conn',
    connections: 10,
    batch: 1,
  }),
];

function rawPostgres({ id, label, connections, batch, notify = false }) {
  return {
    id,
    label,
    store: 'pg',
    durability: DURABILITY,
    open: (place) => openDriver(place, { connections, batch, notify }),
  };
}

async function openDriver(place, { connections, batch, notify }) {
  const clients = await connectAll(place.url, connections);
  await clients[0].query(SCHEMA);
  const insert = notify ? INSERT_AND_NOTIFY : INSERT;
  let turn = 0;
  let unfinished = 0;

  return {
    enqueueOne: (payload) => {
      unfinished += 1;
      return clients[turn++ % clients.length].query({ ...insert, values: [uuidV7(), JSON.stringify(payload)] });
    },

    enqueueMany: (payloads) => {
      unfinished += payloads.length;
      const texts = payloads.map((payload) => JSON.stringify(payload));
      return clients[0].query({ ...INSERT_MANY, values: [payloads.map(uuidV7), texts] });
    },

    startWorker: async (onStart) => {
      const bell = notify ? await listen(place.url) : { rung: () => sleep(10), close: () => {} };
      let stopping = false;
      const lanes = clients.map(async (client) => {
        while (!stopping) {
          const completed = await claimAndComplete(client, batch, onStart);
          unfinished -= completed;
          if (completed === 0) await bell.rung();
        }
      });
      return {
        stop: async () => {
          stopping = true;
          await bell.close();
          await Promise.all(lanes);
        },
      };
    },

    settled: () => until(() => unfinished === 0, 'raw_jobs to be completed'),
  };
}

/** How many jobs there were. */
async function claimAndComplete(client, batch, onStart) {
  const { rows } = await client.query({ ...CLAIM, values: [batch] });
  for (const row of rows) onStart(row.payload);
  if (rows.length > 0) await client.query({ ...COMPLETE, values: [rows.map((row) => row.id)] });
  return rows.length;
}

/** Remembers one notification, so that one that arrives while the worker is busy is not lost. */
async function listen(url) {
  const [client] = await connectAll(url, 1);
  let pending = false;
  let wake;
  const ring = () => {
    pending = true;
    wake?.();
  };
  client.on('notification', ring);
  await client.query('listen raw_jobs');
  return {
    rung: async () => {
      if (!pending) await new Promise((resolve) => (wake = resolve));
      pending = false;
    },
    close: async () => {
      ring();
      await client.end();
    },
  };
}
