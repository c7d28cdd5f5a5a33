import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { casparian, casparianBatch, casparianJson } from './casparian.js';
import { countJobs, freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

const JOBS = fileURLToPath(new URL('fixtures/jobs.mjs', import.meta.url));

interface Receipt {
  id: string;
  status: string;
  deduplicated: boolean;
}

test.each(COMMAND_STORES)('accepts a job with all its options, once for each idempotency key, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  const args = ['enqueue', 'sleep', ...flags, '--payload', '{"ms": 5}', '--tenant', 'acme', '--queue', 'mail'];
  const options = ['--priority', 'high', '--run-at', '2099-01-01T01:00:00+01:00', '--max-attempts', '2'];
  const first = await casparianJson<Receipt>([...args, ...options, '--idempotency-key', 'k1']);
  expect(first.code).toBe(0);
  expect(first.json).toEqual({ id: expect.any(String) as string, status: 'pending', deduplicated: false });
  expect(await engine.job(first.json.id)).toMatchObject({
    ...{ type: 'sleep', payload: { ms: 5 }, tenant: 'acme', queue: 'mail', priority: 1, maxAttempts: 2 },
    ...{ runAt: Date.parse('2099-01-01T00:00:00Z'), idempotencyKey: 'k1' },
  });

  const second = await casparianJson<Receipt>([...args, '--idempotency-key', 'k1']);
  expect(second.json).toEqual({ id: first.json.id, status: 'pending', deduplicated: true });
  expect(await countJobs(engine)).toBe(1);
});

test('prints the bare id for scripts, and takes the payload from stdin and from a file', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const file = join(await temporaryFolder(), 'payload.json');
  await writeFile(file, '{\n  "ms": 7\n}\n');
  const [piped, read] = await Promise.all([
    casparian(['enqueue', 'sleep', ...flags, '--payload', '-'], { input: '{"ms": 6}' }),
    casparian(['enqueue', 'sleep', ...flags, '--payload', `@${file}`, '--delay', '1h']),
  ]);
  expect(piped).toMatchObject({ code: 0, stderr: 'Added: sleep is pending.\n' });
  expect((await engine.job(piped.stdout.trim())).payload).toEqual({ ms: 6 });
  const delayed = await engine.job(read.stdout.trim());
  expect(delayed.payload).toEqual({ ms: 7 });
  expect(delayed.runAt - delayed.createdAt).toBe(3_600_000);
});

test('--memo answers with the job that completed before, unless forced', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const memo = ['enqueue', 'noop', ...flags, '--memo', '--json'];
  const answers = await casparianBatch([memo, ['worker', '--drain', ...flags], memo, [...memo, '--force']]);
  const [first, again, forced] = [0, 2, 3].map((index) => JSON.parse(answers[index]!.stdout) as Receipt);
  expect((await engine.job(first!.id)).specHash).toMatch(/^[0-9a-f]{64}$/);
  expect(again).toEqual({ id: first!.id, status: 'completed', deduplicated: true });
  expect(forced).toMatchObject({ status: 'pending', deduplicated: false });
});

test('knows the types of a module, of a running worker, and any when told to accept it', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.database.query(
    `INSERT INTO cf_workers (id, instance, host, pid, version, types, concurrency, lease_ms, started_at, heartbeat_at)
     VALUES ('w', 'i', 'h', 1, '0', '["announced"]', 1, 60000, cf_now(), cf_now())`,
  );
  const answers = await casparianBatch([
    ['enqueue', 'greet', ...flags, '--jobs', JOBS, '--payload', '{"name": "Ada"}'],
    ['enqueue', 'greet', ...flags, '--jobs', JOBS, '--payload', '{"name": 1}', '--json'],
    ['enqueue', 'from-the-default-export', ...flags, '--jobs', JOBS],
    ['enqueue', 'announced', ...flags],
    ['enqueue', 'from-tomorrow', ...flags, '--allow-unknown-type'],
  ]);
  expect(answers.map(({ code }) => code)).toEqual([0, 2, 0, 0, 0]);
  expect(JSON.parse(answers[1]!.stdout)).toMatchObject({ error: { code: 'PAYLOAD_INVALID' } });
  expect((await engine.jobs()).map((job) => job.type).reverse()).toEqual([
    'greet',
    'from-the-default-export',
    'announced',
    'from-tomorrow',
  ]);
});
