import { existsSync } from 'node:fs';
import { postgresTable, sqliteTable } from './casparian-table.mjs';

// The built package, with its default settings. Without `npm run build` in the root, these two subjects are skipped with a
// message.
const ENGINE = new URL('../../../dist/engine/index.js', import.meta.url);
const TYPE = 'bench';

export const subjects = [
  {
    id: 'casparian-pg',
    label: 'casparian, PostgreSQL',
    store: 'pg',
    durability: 'synchronous_commit=on, fsync=on; history kept',
    missing,
    open: (place) => openDriver(place.url, postgresTable(place.url, TYPE)),
  },
  {
    id: 'casparian-sqlite',
    label: 'casparian, SQLite',
    store: 'sqlite',
    durability: 'WAL, synchronous=FULL; history kept',
    missing,
    open: (place) => openDriver(place.url, sqliteTable(place.file, TYPE, ENGINE)),
  },
];

function missing() {
  return existsSync(ENGINE) ? undefined : 'dist/engine/index.js is not built';
}

async function openDriver(database, table) {
  const { createWorker, defineJob, openEngine } = await import(ENGINE);
  const engine = await openEngine({ database, migrate: true });
  // The handler is looked up at each call, because a job is defined once and several workers are started with it.
  let onStart = () => {};
  const job = defineJob({ type: TYPE, run: async (payload) => onStart(payload) });

  return {
    enqueueOne: (payload) => engine.enqueue(job, payload),
    enqueueMany: (payloads) => engine.enqueueMany(job, payloads),
    startWorker: async (handler) => {
      onStart = handler;
      const worker = createWorker(engine, { jobs: [job] });
      await worker.start();
      return worker;
    },
    settled: table.settled,
    fill: table.fill,
  };
}
