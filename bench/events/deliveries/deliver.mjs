// node deliver.mjs DELIVERIES CONCURRENCY DATABASE FOLDER: records events, then delivers them with one worker to a receiver in another
// process, and prints the seconds. Worker, receiver and database share the machine.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import * as log from '../../../dist/events/index.js';

const [deliveries, concurrency, database, home] = [
  ...process.argv.slice(2, 4).map(Number),
  ...process.argv.slice(4, 6),
];
const EVENTS_PER_TRANSACTION = 1_000;

const receiver = fork(new URL('receiver.mjs', import.meta.url));
const [url] = await once(receiver, 'message');
const engine = await openEngine({ database, migrate: true, schemaLines: [log.EVENTS_MIGRATIONS] });
const key = { configured: randomBytes(32).toString('base64'), home };
try {
  await recordAll();
  process.stdout.write(JSON.stringify(await deliverAll()));
} finally {
  await engine.close();
  receiver.kill();
}

async function recordAll() {
  const change = { database: engine.database, tenant: 'default', actor: null, key };
  await log.addEndpoint(change, { url, events: ['*'], maxConcurrency: concurrency }, { allowPrivate: true });
  const events = Array.from({ length: deliveries }, (_, at) => ({
    ...{ eventType: 'bench.made', aggregateType: 'bench', aggregateId: String(at), actor: null, payload: { at } },
  }));
  for (let from = 0; from < events.length; from += EVENTS_PER_TRANSACTION) {
    await engine.transaction((tx) =>
      log.recordEvents(tx, 'default', events.slice(from, from + EVENTS_PER_TRANSACTION)),
    );
  }
  // As the server itself would do after a while.
  if (engine.database.dialect === 'postgres') await engine.database.query('VACUUM ANALYZE');
}

async function deliverAll() {
  const limits = { timeoutMs: 30_000, disableAfterMs: 1e9, concurrency };
  const runtime = log.openWebhookRuntime({ database: engine.database, key, allowPrivate: true, ...limits });
  let left = deliveries;
  let waited = 0;
  let finish;
  const done = new Promise((resolve) => (finish = resolve));
  const ended = (_, { status }) => {
    if (status !== 'completed') waited++;
    else if (--left === 0) finish();
  };
  const worker = createWorker(engine, { jobs: log.webhookJobs(runtime), concurrency, observer: { ended } });
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  await worker.start();
  await done;
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await worker.stop();
  await runtime.close();
  return { seconds, cpuSeconds: (user + system) / 1e6, waited };
}
