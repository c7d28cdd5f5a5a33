import { beforeEach, describe, expect, test } from 'vitest';
import { countByStatus } from '../../src/engine/index.js';
import { newId } from '../../src/platform/index.js';
import { advanceTime } from './staging/advance-time.js';
import { STORES, useStage } from './staging/stage.js';
import { aJob, anEnding, enqueueOne, ids, runningJob } from './staging/store-calls.js';

const HOUR_MS = 3_600_000;

describe.each(STORES)('finding jobs on %s', (storeName) => {
  const stage = useStage(storeName);
  let first: string;
  let second: string;
  let third: string;

  beforeEach(async () => {
    const done = await runningJob(stage.store, { tenant: 'acme', payload: '{"parser":"invoices"}' });
    await stage.store.finish('worker-a', [anEnding(done, { status: 'failed' })]);
    first = done.id;
    second = await enqueueOne(stage.store, { queue: 'mail', type: 'send', payload: '{"parser":"orders"}' });
    third = (await runningJob(stage.store, { payload: '[1,2]' })).id;
  });

  const found = async (filter: Parameters<typeof stage.engine.jobs>[0]): Promise<string[]> =>
    ids(await stage.engine.jobs(filter));

  test('the newest comes first', async () => {
    expect(await found({})).toEqual([third, second, first]);
    expect(await found({ limit: 2 })).toEqual([third, second]);
  });

  test('no more than fifty unless asked for', async () => {
    await stage.store.enqueue(Array.from({ length: 60 }, () => aJob()));
    expect(await found({})).toHaveLength(50);
    expect(await found({ limit: 100 })).toHaveLength(63);
  });

  test('each filter, alone and together', async () => {
    expect(await found({ statuses: ['failed'] })).toEqual([first]);
    expect(await found({ statuses: ['failed', 'running'] })).toEqual([third, first]);
    expect(await found({ statuses: [] })).toEqual([]);
    expect(await found({ type: 'send' })).toEqual([second]);
    expect(await found({ tenant: 'acme' })).toEqual([first]);
    expect(await found({ queue: 'mail' })).toEqual([second]);
    expect(await found({ fields: { parser: 'orders' } })).toEqual([second]);
    expect(await found({ fields: { parser: 'orders' }, tenant: 'acme' })).toEqual([]);
    expect(await found({ fields: { parser: 'orders', path: 'x' } })).toEqual([]);
    expect(await found({ fields: {} })).toEqual([third, second, first]);
    await expect(found({ fields: { "parser' OR '1": '1' } })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    expect(await found({ type: "' OR 1 = 1 --" })).toEqual([]);
    const task = await enqueueOne(stage.store, { payload: '{"command":["/bin/ls"]}', specHash: 'abc' });
    expect(await found({ command: 'ls' })).toEqual([task]);
    expect(await found({ specHash: 'abc' })).toEqual([task]);
    expect(await found({ specHash: 'ab' })).toEqual([]);
  });

  test('by age', async () => {
    await advanceTime(stage.engine.database, 2 * HOUR_MS);
    const young = await enqueueOne(stage.store);
    expect(await found({ newerThanMs: HOUR_MS })).toEqual([young]);
    expect(await found({ olderThanMs: HOUR_MS })).toEqual([third, second, first]);
    expect(await found({ olderThanMs: HOUR_MS, newerThanMs: HOUR_MS })).toEqual([]);
  });

  test('an unknown tenant is an error, since it is most likely misspelt', async () => {
    await expect(found({ tenant: 'acmee' })).rejects.toMatchObject({ code: 'TENANT_NOT_FOUND', exitCode: 3 });
  });

  test('one job with everything it has', async () => {
    const job = await stage.engine.job(third);
    expect(job).toMatchObject({
      ...{ id: third, tenant: 'default', queue: 'default', type: 'work', status: 'running', payload: [1, 2] },
      ...{ priority: 2, attempts: 0, maxAttempts: 5, crashes: 0, fence: 1, leaseOwner: 'worker-a' },
      ...{ cancelRequestedAt: null, progress: null, result: null, errors: [] },
      ...{ idempotencyKey: null, specHash: null, parentJobId: null, finishedAt: null },
    });
    for (const time of [job.runAt, job.createdAt, job.startedAt, job.heartbeatAt, job.leaseExpiresAt]) {
      expect(Number.isInteger(time)).toBe(true);
    }
  });

  test.each([newId(), 'x', ''])("there is no job '%s'", async (id) => {
    await expect(stage.engine.job(id)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', exitCode: 3 });
  });

  test('how many there are of each state', async () => {
    expect(await countByStatus(stage.engine.database)).toEqual({ failed: 1, pending: 1, running: 1 });
  });
});
