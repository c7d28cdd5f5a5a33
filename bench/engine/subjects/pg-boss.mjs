import { createSettled } from '../measure/postgres-settled.mjs';

const QUEUE = 'bench';
const LEFT = `select 1 from pgboss.job where name = '${QUEUE}' and state < 'completed' limit 1`;

export const subjects = [
  pgBoss({
    id: 'pg-boss-burst',
    settings: 'work() batch 100, burstWhenBatchFull, localConcurrency 10',
    work: { batchSize: 100, burstWhenBatchFull: true, localConcurrency: 10 },
  }),
  pgBoss({ id: 'pg-boss-poll', settings: 'default poll 2 s, batch 100', work: { batchSize: 100 } }),
  pgBoss({ id: 'pg-boss-notify', settings: 'LISTEN/NOTIFY, batch 100', work: { batchSize: 100 }, notify: true }),
];

function pgBoss({ id, settings, work, notify = false }) {
  return {
    id,
    label: `pg-boss ${settings}`,
    enqueueLabel: 'pg-boss',
    store: 'pg',
    runtime: 'newer',
    durability: 'synchronous_commit=on, fsync=on',
    open: (place) => openDriver(place, work, notify),
  };
}

async function openDriver(place, work, notify) {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString: place.url, useListenNotify: notify });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE, { notify });

  return {
    enqueueOne: (payload) => boss.send(QUEUE, payload),
    enqueueMany: (payloads) =>
      boss.insert(
        QUEUE,
        payloads.map((data) => ({ data })),
      ),
    startWorker: async (onStart) => {
      await boss.work(QUEUE, work, async (jobs) => {
        for (const job of jobs) onStart(job.data);
      });
      return { stop: () => boss.offWork(QUEUE) };
    },
    settled: createSettled(place.url, LEFT),
  };
}
