// How many webhooks per second one worker delivers to a receiver on this machine: `npm run bench:deliveries`. The events are recorded
// before the clock starts. The receiver is another process; worker, receiver and database share the machine.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import {
  addEndpoint,
  EVENTS_MIGRATIONS,
  openWebhookRuntime,
  recordEvents,
  webhookJobs,
} from '../../../dist/events/index.js';
import { startPostgres } from '../../engine/servers/postgres.mjs';

const DELIVERIES = Number(process.argv[2] ?? 5_000);
const CONCURRENCY = Number(process.argv[3] ?? 64);

const directory = mkdtempSync(join(tmpdir(), 'casparian-bench-'));
chmodSync(directory, 0o755); // PostgreSQL's account must reach its data
const postgres = await startPostgres(directory);
const receiver = fork(new URL('receiver.mjs', import.meta.url));
const [url] = await once(receiver, 'message');
try {
  await measure('SQLite', `sqlite:${join(directory, 'bench.db')}`);
  if (postgres) await measure('PostgreSQL', await postgres.createDatabase('deliveries'));
} finally {
  receiver.kill();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measure(name, database) {
  const engine = await openEngine({ database, migrate: true, schemaLines: [EVENTS_MIGRATIONS] });
  const key = { configured: randomBytes(32).toString('base64'), home: directory };
  const change = { database: engine.database, tenant: 'default', actor: null, key };
  await addEndpoint(change, { url, events: ['*'], maxConcurrency: CONCURRENCY }, { allowPrivate: true });
  const events = Array.from({ length: DELIVERIES }, (_, at) => ({
    ...{ eventType: 'bench.made', aggregateType: 'bench', aggregateId: String(at), actor: null, payload: { at } },
  }));
  for (let from = 0; from < events.length; from += 1_000) {
    await engine.transaction((tx) => recordEvents(tx, 'default', events.slice(from, from + 1_000)));
  }
  const runtime = openWebhookRuntime({
    ...{ database: engine.database, key, allowPrivate: true },
    ...{ timeoutMs: 30_000, disableAfterMs: 1e9, concurrency: CONCURRENCY },
  });
  let completed = 0;
  let snoozed = 0;
  const worker = createWorker(engine, {
    jobs: await webhookJobs(runtime),
    concurrency: CONCURRENCY,
    observer: { ended: (_, ending) => (ending.status === 'completed' ? completed++ : snoozed++) },
  });
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  await worker.start();
  while (completed < DELIVERIES) await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = ((user + system) / 1_000 / DELIVERIES).toFixed(2);
  console.log(
    `${name}: ${Math.round(DELIVERIES / seconds)} deliveries/s (${DELIVERIES} in ${seconds.toFixed(1)} s, ${snoozed} waited, ${cpuMs} ms CPU of the worker each)`,
  );
  await worker.stop();
  await runtime.close();
  await engine.close();
}
