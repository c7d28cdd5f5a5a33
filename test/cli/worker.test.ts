import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS, defineJob, type Engine } from '../../src/engine/index.js';
import { waitUntil } from '../services/wait-until.js';
import { casparian, start } from './casparian.js';
import { freshStore, COMMAND_STORES, type Store, temporaryFolder } from './store.js';

const JOBS = fileURLToPath(new URL('fixtures/jobs.mjs', import.meta.url));
const job = (type: string) => defineJob({ type, run: () => undefined });
const [noop, fail] = ['noop', 'fail'].map((type) => BUILT_IN_JOBS.find((one) => one.type === type)!);

type LogLine = Record<string, unknown>;

function logLines(stderr: string): LogLine[] {
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);
}

/** Not when its row says that it runs: the answer to the claim may still be on its way to the worker. */
async function hasBegun(engine: Engine, id: string): Promise<void> {
  const options = { for: `job ${id} to say something`, intervalMs: 10 };
  await waitUntil(async () => (await engine.job(id)).progress !== null, options);
}

/** A worker that runs a job which goes on until it is told to stop, and beyond. */
async function busyWorker({ engine, flags }: Store, type: 'forever' | 'deaf', graceSeconds: string) {
  const env = { CASPARIAN_STOP_GRACE_SECONDS: graceSeconds };
  const worker = start(['worker', ...flags, '--jobs', JOBS, '--json'], { env });
  await worker.line('stdout', /"started"/);
  const { id } = await engine.enqueue(job(type), {});
  await hasBegun(engine, id);
  return { worker, id };
}

test.each(COMMAND_STORES)('a drained worker runs what is due and nothing else, and reports it, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  await engine.enqueueMany(noop!, [{}, {}]);
  await engine.enqueue(job('greet'), { name: 'Ada' }, { tenant: 'acme' });
  const failed = await engine.enqueue(fail!, { retryable: false });
  const retried = await engine.enqueue(fail!, { times: 1 });
  const later = await engine.enqueue(noop!, {}, { delayMs: 3_600_000 });
  await engine.enqueue(noop!, {}, { queue: 'paused' });
  await engine.pauseQueue('paused');

  const args = ['worker', '--drain', '--json', '--jobs', JOBS, '--worker-id', 'w1', '--concurrency', '3', ...flags];
  const { code, stdout, stderr } = await casparian(args);
  expect(code).toBe(0);
  const [started, stopped] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(started).toMatchObject({ event: 'started', worker_id: 'w1', concurrency: 3, metrics_port: null });
  expect(stopped).toMatchObject({
    event: 'stopped',
    reason: 'drained',
    finished: { completed: 3, failed: 1 },
    returned: 0,
  });
  expect((await engine.job(later.id)).status).toBe('pending');

  const lines = logLines(stderr);
  for (const line of lines) {
    expect(line).toMatchObject({
      worker_id: 'w1',
      level: expect.any(String) as string,
      message: expect.any(String) as string,
    });
    expect(line['timestamp']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  }
  const about = (id: string): LogLine => lines.find((line) => line['job_id'] === id)!;
  expect(lines.find((line) => line['job_type'] === 'greet')).toMatchObject({
    ...{
      level: 'info',
      job_type: 'greet',
      tenant_id: 'acme',
      status: 'completed',
      attempts: 1,
      message: 'Job completed',
    },
    ...{ job_id: expect.any(String) as string, duration_ms: expect.any(Number) as number },
  });
  expect(about(failed.id)).toMatchObject({ level: 'error', status: 'failed', code: 'PERMANENT_ERROR' });
  expect(about(retried.id)).toMatchObject({ level: 'warn', status: 'pending', attempts: 1 });
});

test('a worker keeps to the queues, tenants and types it is given', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const chosen = await engine.enqueue(noop!, {}, { tenant: 'acme', queue: 'mail' });
  await engine.enqueue(noop!, {}, { tenant: 'acme' });
  await engine.enqueue(noop!, {}, { queue: 'mail' });
  await engine.enqueue(fail!, {}, { tenant: 'acme', queue: 'mail' });
  const limits = ['--type', 'noop', '--queue', 'mail', '--tenant', 'acme'];
  expect((await casparian(['worker', '--drain', ...limits, ...flags])).code).toBe(0);
  expect((await engine.jobs({ statuses: ['completed'] })).map((one) => one.id)).toEqual([chosen.id]);
  expect(await engine.jobs({ statuses: ['pending'] })).toHaveLength(3);
});

describe.each(COMMAND_STORES)('stopping a worker on %s', (kind) => {
  test('SIGTERM waits for the grace, returns what is left uncharged, and exits with 0', async () => {
    const store = await freshStore(kind);
    const { worker, id } = await busyWorker(store, 'forever', '0.2');
    worker.process.kill('SIGTERM');
    const { code, stdout, stderr } = await worker.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('SIGTERM: waiting up to 200 ms for 1 running job');
    expect(stdout).toContain('"reason":"SIGTERM","finished":{},"returned":1');
    expect(await store.engine.job(id)).toMatchObject({ status: 'pending', attempts: 0, crashes: 0, leaseOwner: null });
  });
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a second %s exits at once with %i', async (signal, exitCode) => {
  const { worker, id } = await busyWorker(await freshStore('sqlite'), 'deaf', '3600');
  worker.process.kill(signal);
  await worker.line('stderr', /: waiting up to 1 h for 1 running job; a second signal exits at once/);
  worker.process.kill(signal);
  const { code, stderr } = await worker.ended;
  expect(code).toBe(exitCode);
  expect(logLines(stderr).at(-1)!['message']).toMatch(new RegExp(`^${signal} again: exiting at once`));
  expect(id).toBeTruthy();
});

test('a worker that cannot reach its database leaves with 75 and an error', async () => {
  const { code, stdout } = await casparian(['worker', '--db', 'postgres://127.0.0.1:1/jobs', '--json']);
  expect(code).toBe(75);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE' } });
});

test('an error nobody caught is in the log before the process dies of it', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueue(job('crash'), {});
  const { code, stderr } = await casparian(['worker', ...flags, '--jobs', JOBS]);
  expect(code).toBe(1);
  expect(stderr).toContain('"code":"INTERNAL","error":"nobody catches this"');
});

test('a worker without work loads neither the data of ICU nor the HTTP of Node', async () => {
  const { flags } = await freshStore('sqlite');
  const fixture = fileURLToPath(new URL('fixtures/reports-what-is-loaded.cjs', import.meta.url));
  const env = { LOADED: join(await temporaryFolder(), 'loaded.json'), NODE_OPTIONS: `--require ${fixture}` };
  expect((await casparian(['worker', '--drain', ...flags], { env })).code).toBe(0);
  const loaded = JSON.parse(await readFile(env.LOADED, 'utf8')) as string[];
  expect(loaded).toContain('crypto');
  const large = ['icu', 'http', 'https', 'tls', 'zlib', 'dns/promises'];
  expect(loaded.filter((name) => large.includes(name))).toEqual([]);
});
