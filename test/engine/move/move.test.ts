import { MOVED_TABLES } from '../../../src/engine/move/tables.js';
import { expect, inject, test } from 'vitest';
import {
  countByStatus,
  createWorker,
  defineJob,
  jobLogs,
  JOB_STATUSES,
  listSchedules,
  moveJobs,
  pausedQueues,
  RetryableError,
} from '../../../src/engine/index.js';
import { createDatabase } from '../../services/postgres.js';
import { waitUntil } from '../../services/wait-until.js';
import { fillWithEverything, plain } from './varied-jobs.js';
import { contents, openSource, openTarget } from './two-databases.js';
import { exactJson } from '../../../src/platform/index.js';

test('everything arrives as it was: jobs in every state, logs, schedules and paused queues', async () => {
  const source = await openSource();
  const target = await openTarget();
  await fillWithEverything(source);
  const before = await contents(source);

  const seen: string[] = [];
  const reports = await moveJobs(source, target, {
    onProgress: ({ table, done, total }) => seen.push(`${table} ${done}/${total}`),
  });

  expect(await contents(target)).toEqual(before);
  expect(await contents(source)).toEqual(before);
  expect(Object.keys(await countByStatus(target.database)).sort()).toEqual([...JOB_STATUSES].sort());
  expect(await listSchedules(target.database)).toHaveLength(10);
  expect(await pausedQueues(target.database)).toMatchObject([{ name: 'slow', reason: "it's Sunday" }]);
  const [talkative] = await target.jobs({ type: 'talkative' });
  expect(talkative!.progress).toEqual({ fraction: 0.5, message: 'half' });
  expect((await jobLogs(target.database, talkative!.id)).map((line) => line.message)).toContain('');
  for (const report of reports) {
    expect(report).toMatchObject({ rows: before[report.table]!.length, copied: before[report.table]!.length });
    expect(report.hash).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(seen).toContain(`cf_schedules 10/10`);
});

test('two moves of the same content report the same hashes', async () => {
  const source = await openSource();
  await fillWithEverything(source);
  const first = await moveJobs(source, await openTarget());
  const second = await moveJobs(source, await openTarget());
  expect(second.map(({ hash }) => hash)).toEqual(first.map(({ hash }) => hash));
});

test('a database that sorts text as people do changes nothing', async () => {
  const url = await createDatabase(inject('postgresUrl'));
  const name = `sorted_${crypto.randomUUID().slice(0, 8)}`;
  const admin = await openTarget(url);
  await admin.database.script(
    `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'`,
  );
  const source = await openSource();
  await fillWithEverything(source);
  const target = await openTarget(url.replace(/[^/]*$/, name));
  await moveJobs(source, target);
  expect(await contents(target)).toEqual(await contents(source));
});

test('an empty database moves as well', async () => {
  const reports = await moveJobs(await openSource(), await openTarget());
  // Every database has an identity, which moves too.
  const others = reports.filter(({ table }) => table !== 'cf_identity');
  expect(others.map(({ rows, copied }) => rows + copied)).toEqual(MOVED_TABLES.slice(1).map(() => 0));
});

test('JSON survives to the letter', async () => {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
  const payloads: unknown[] = [
    null,
    true,
    '',
    0,
    -1.5e-10,
    1e308,
    Number('12345678901234567890'),
    12345678901234567891n,
    0.1 + 0.2,
    'null \0, lone \ud800, emoji 🔋, line \u2028 separators, "quotes" and \\',
    { z: 1, a: { '': null, 'é (composed)': 1, 'e\u0301 (not)': 2, __proto__: 'x' }, list: [[], {}, [null]] },
    JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
    'x'.repeat(300_000),
    nested(900),
  ];
  const source = await openSource();
  const target = await openTarget();
  const ids: string[] = [];
  for (const payload of payloads) ids.push((await source.enqueue(plain, payload)).id);
  await moveJobs(source, target);
  for (const [index, id] of ids.entries()) {
    expect(exactJson((await target.job(id)).payload)).toBe(exactJson(payloads[index]));
  }
  expect(await contents(target)).toEqual(await contents(source));
});

test('a job continues where it was: with its attempts, its fence and its place in the line', async () => {
  const flaky = defineJob({
    type: 'flaky',
    retry: { baseMs: 10 },
    run: (_payload, { job, fence }) => {
      if (job.attempt === 1) throw new RetryableError('the first attempt fails', { retryAfterMs: 1_500 });
      return { attempt: job.attempt, fence };
    },
  });
  const source = await openSource();
  const target = await openTarget();
  const { id } = await source.enqueue(flaky, null);
  const before = createWorker(source, { jobs: [flaky] });
  await before.start();
  await waitUntil(async () => (await source.job(id)).attempts === 1, { for: 'the first attempt' });
  await before.stop();
  await moveJobs(source, target);
  expect(await target.job(id)).toEqual(await source.job(id));

  const after = createWorker(target, { jobs: [flaky] });
  await after.start();
  await waitUntil(async () => (await target.job(id)).status === 'completed', { for: 'the second' });
  await after.stop();
  expect(await target.job(id)).toMatchObject({ attempts: 1, fence: 2, result: { attempt: 2, fence: 2 } });
  expect(await source.job(id)).toMatchObject({ status: 'pending', attempts: 1 });
});

test('an idempotency key that moved still answers', async () => {
  const source = await openSource();
  const target = await openTarget();
  const { id } = await source.enqueue(plain, 1, { idempotencyKey: 'once' });
  await moveJobs(source, target);
  expect(await target.enqueue(plain, 1, { idempotencyKey: 'once' })).toMatchObject({ id, deduplicated: true });
});
