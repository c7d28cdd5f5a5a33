import { expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { startProxy } from '../services/proxy.js';
import { waitUntil } from '../services/wait-until.js';
import { casparian, start } from './casparian.js';
import { freshStore, COMMAND_STORES, type Store } from './store.js';

const [noop, sleep, fail] = ['noop', 'sleep', 'fail'].map((type) => BUILT_IN_JOBS.find((one) => one.type === type)!);

async function monitoredWorker(flags: readonly string[]) {
  const env = { CASPARIAN_STOP_GRACE_SECONDS: '0', CASPARIAN_LEASE_SECONDS: '2', CASPARIAN_LEASE_RENEW_SECONDS: '0.1' };
  const worker = start(['worker', ...flags, '--worker-id', 'w1', '--metrics-port', '0', '--json'], { env });
  const { metrics_port } = JSON.parse(await worker.line('stdout', /"started"/)) as { metrics_port: number };
  const get = (path: string) => fetch(`http://127.0.0.1:${metrics_port}${path}`);
  return { worker, port: metrics_port, get };
}

/** The value of a sample, by its full name with labels. */
function sample(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

async function scrapeUntil(get: (path: string) => Promise<Response>, name: string, value: number): Promise<string> {
  return waitUntil(
    async () => {
      const text = await (await get('/metrics')).text();
      return sample(text, name) === value && text;
    },
    { for: `${name} to be ${value}` },
  );
}

async function seed({ engine }: Store): Promise<void> {
  await engine.enqueueMany(noop!, [{}, {}], { tenant: 'acme' });
  await engine.enqueue(fail!, {}, { tenant: 'acme', maxAttempts: 1 });
  await engine.enqueue(fail!, { times: 1 });
  await engine.enqueue(sleep!, { ms: 60_000 });
  await engine.enqueue(noop!, {}, { queue: 'paused' });
}

test.each(COMMAND_STORES)('a worker serves its metrics and those of the database, on %s', async (kind) => {
  const store = await freshStore(kind);
  await store.engine.pauseQueue('paused');
  await seed(store);
  const { worker, port, get } = await monitoredWorker(store.flags);

  // Bound to 127.0.0.1 only: a port of all addresses would accept this one, too.
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
  await scrapeUntil(get, 'casparian_jobs_completed_total{tenant_id="acme",job_type="noop",status="completed"}', 2);
  await scrapeUntil(get, 'casparian_jobs_dead_letter{tenant_id="acme"}', 1);
  const samples = {
    'casparian_jobs_enqueued_total{tenant_id="acme",job_type="noop"}': 2,
    'casparian_jobs_enqueued_total{tenant_id="default",job_type="sleep"}': 1,
    'casparian_jobs_completed_total{tenant_id="acme",job_type="fail",status="dead_letter"}': 1,
    'casparian_job_retries_total{tenant_id="default",job_type="fail"}': 1,
    'casparian_job_duration_seconds_count{tenant_id="acme",job_type="noop"}': 2,
    'casparian_jobs_running{tenant_id="default",job_type="sleep"}': 1,
    casparian_database_reachable: 1,
  };
  let text = '';
  for (const [name, value] of Object.entries(samples)) text = await scrapeUntil(get, name, value);
  expect(sample(text, 'casparian_claim_latency_seconds_count')).toBeGreaterThan(0);
  expect(sample(text, 'casparian_jobs_pending')).toBeGreaterThanOrEqual(1);
  expect(sample(text, 'casparian_oldest_pending_age_seconds')).toBeGreaterThan(0);
  expect(sample(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  await waitUntil(
    async () => sample(await (await get('/metrics')).text(), 'casparian_lease_renewals_total{worker_id="w1"}')! > 0,
    { for: 'a renewal' },
  );

  const health = await Promise.all(['/health/live', '/health/ready', '/elsewhere'].map(get));
  expect(health.map((response) => response.status)).toEqual([200, 200, 404]);
  expect(await health[1]!.json()).toEqual({ status: 'ready', reasons: [] });
  worker.process.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});

test('without its database a worker lives on but is not ready, and recovers', async () => {
  const { flags } = await freshStore('postgres');
  const url = new URL(flags[flags.indexOf('--db') + 1]!);
  const proxy = await startProxy({ port: Number(url.port) });
  const { worker, get } = await monitoredWorker(['--db', proxy.reroute(url.href)]);
  expect((await get('/health/ready')).status).toBe(200);

  proxy.pause();
  proxy.cut();
  const away = await get('/health/ready');
  expect(away.status).toBe(503);
  expect(await away.json()).toMatchObject({
    status: 'not_ready',
    reasons: [expect.stringContaining('database') as string],
  });
  expect((await get('/health/live')).status).toBe(200);

  proxy.resume();
  const ready = async () => (await get('/health/ready')).status === 200;
  await waitUntil(ready, { for: 'the worker to be ready again' });
  worker.process.kill('SIGTERM');
  await worker.ended;
  await proxy.close();
});

test('a port that is taken is an error with a code', async () => {
  const { flags } = await freshStore('sqlite');
  const { worker, port } = await monitoredWorker(flags);
  const { code, stdout } = await casparian(['worker', ...flags, '--metrics-port', String(port), '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'PORT_UNAVAILABLE' } });
  worker.process.kill('SIGTERM');
  await worker.ended;
});
