import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS, createWorker, defineJob } from '../../src/engine/index.js';
import { waitUntil } from '../services/wait-until.js';
import { casparian, casparianBatch, casparianJson, start } from './casparian.js';
import { freshStore, COMMAND_STORES, type Store } from './store.js';

const JOBS = fileURLToPath(new URL('fixtures/jobs.mjs', import.meta.url));
const noop = BUILT_IN_JOBS.find((job) => job.type === 'noop')!;
const forever = defineJob({ type: 'forever', run: () => undefined });

interface Why {
  status: string;
  reasons: { code: string; message: string }[];
}

async function why({ flags }: Store, id: string): Promise<Why['reasons']> {
  return (await casparianJson<Why>(['job', 'why', id, ...flags])).json.reasons;
}

async function startWorker(store: Store, ...args: string[]) {
  const worker = start(['worker', ...store.flags, '--jobs', JOBS, '--worker-id', 'w1', '--json', ...args], {
    env: { CASPARIAN_STOP_GRACE_SECONDS: '0' },
  });
  await worker.line('stdout', /"started"/);
  return worker;
}

async function hasStatus({ engine }: Store, id: string, status: string): Promise<void> {
  await waitUntil(async () => (await engine.job(id)).status === status, {
    for: `job ${id} to be ${status}`,
    intervalMs: 10,
  });
}

describe.each(COMMAND_STORES)('a running job on %s', (kind) => {
  test('is explained, shown with its progress, followed, and cancelled from another process', async () => {
    const store = await freshStore(kind);
    const worker = await startWorker(store);
    const { id } = await store.engine.enqueue(forever, {});
    await hasStatus(store, id, 'running');
    const follower = start(['job', 'logs', '-f', id, ...store.flags]);

    await waitUntil(async () => (await store.engine.job(id)).progress !== null, { for: 'progress' });
    const answers = await casparianBatch(
      ['why', 'show'].map((command) => ['job', command, id, '--json', ...store.flags]),
    );
    const [reason] = (JSON.parse(answers[0]!.stdout) as Why).reasons;
    expect(reason).toMatchObject({ code: 'running' });
    expect(reason!.message).toContain('lease held by w1 until');
    const json = JSON.parse(answers[1]!.stdout) as object;
    expect(json).toMatchObject({
      status: 'running',
      lease_owner: 'w1',
      fence: 1,
      payload: {},
      result: null,
      errors: [],
    });
    expect(json).toMatchObject({
      progress: { fraction: 0.5, message: 'half way' },
      spec_hash: null,
      idempotency_key: null,
    });
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining(['lease_expires_at', 'heartbeat_at', 'parent_job_id', 'cancel_requested_at']),
    );

    const cancel = await casparian(['job', 'cancel', id, ...store.flags]);
    expect(cancel).toMatchObject({ code: 0, stdout: `Requested job ${id} to stop; it runs on w1.\n` });
    await hasStatus(store, id, 'cancelled');
    const followed = await follower.ended;
    expect(followed.stdout).toMatch(/Z #1 warn {2}this takes long\n/);
    expect(followed).toMatchObject({ code: 0, stderr: `Job ${id} is cancelled.\n` });
    worker.process.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});

describe.each(COMMAND_STORES)('why a job waits, on %s', (kind) => {
  test('no worker, a paused queue, a time ahead: every reason that holds is named', async () => {
    const store = await freshStore(kind);
    const { id } = await store.engine.enqueue(noop, {}, { delayMs: 3_600_000 });
    await store.engine.pauseQueue('default', 'maintenance');
    const reasons = await why(store, id);
    expect(reasons.map((reason) => reason.code)).toEqual(['queue_paused', 'scheduled', 'no_worker']);
    expect(reasons[0]!.message).toContain("Queue 'default' is paused since");
    expect(reasons[0]!.message).toContain('(maintenance)');
  });

  test('every worker is busy, none serves the type, or the next attempt is ahead', async () => {
    const store = await freshStore(kind);
    const failing = await failOnce(store);
    const worker = await startWorker(store, '--concurrency', '1', '--type', 'forever');
    const held = await store.engine.enqueue(forever, {});
    await hasStatus(store, held.id, 'running');
    const waiting = await store.engine.enqueue(forever, {});
    const unserved = await store.engine.enqueue(noop, {});

    const answers = await casparianBatch(
      [failing, waiting.id, unserved.id].map((id) => ['job', 'why', id, '--json', ...store.flags]),
    );
    const [retrying, busy, nobody] = answers.map(({ stdout }) => (JSON.parse(stdout) as Why).reasons[0]);
    expect(retrying).toMatchObject({ code: 'waiting_to_retry' });
    expect(retrying!.message).toContain('attempt 1 of 5 failed (HANDLER_ERROR: not yet)');
    expect(busy).toMatchObject({ code: 'limit_reached' });
    expect(busy!.message).toContain('w1 (1 at once)');
    expect(nobody).toMatchObject({ code: 'no_worker' });
    expect(nobody!.message).toContain("none serves 'noop'");
    worker.process.kill('SIGTERM');
    await worker.ended;
  });
});

/** A job whose first attempt failed and whose next one is far ahead. */
async function failOnce({ engine }: Store): Promise<string> {
  const flaky = defineJob({
    type: 'flaky',
    retry: { baseMs: 3_600_000, capMs: 3_600_000 },
    run: () => {
      throw new Error('not yet');
    },
  });
  const { id } = await engine.enqueue(flaky, {});
  const worker = createWorker(engine, { jobs: [flaky] });
  await worker.start();
  await waitUntil(async () => (await engine.job(id)).attempts === 1, { for: 'the failure' });
  await worker.stop();
  return id;
}

test('retry runs a dead job again; a job in the wrong state is a conflict', async () => {
  const store = await freshStore('sqlite');
  const { id } = await store.engine.enqueue(noop, {});
  const answers = await casparianBatch(
    ['cancel', 'cancel', 'retry'].map((command) => ['job', command, id, '--json', ...store.flags]),
  );
  expect(answers.map(({ code, stdout }) => [code, JSON.parse(stdout) as unknown])).toMatchObject([
    [0, { id, status: 'cancelled' }],
    [3, { error: { code: 'JOB_STATE_CONFLICT' } }],
    [0, { id, status: 'pending', attempts: 0 }],
  ]);
});

test('show for people prints the payload and every error', async () => {
  const store = await freshStore('sqlite');
  const { id } = await store.engine.enqueue(
    BUILT_IN_JOBS.find((job) => job.type === 'fail')!,
    { retryable: false },
  );
  const [, shown] = await casparianBatch([
    ['worker', '--drain', ...store.flags],
    ['job', 'show', id, ...store.flags],
  ]);
  const { stdout } = shown!;
  expect(stdout).toMatch(/^status {4}failed$/m);
  expect(stdout).toContain('"retryable": false');
  expect(stdout).toMatch(/^attempt 1 failed at .+ on .+\n {2}PERMANENT_ERROR: Failing as asked, attempt 1$/m);
});
