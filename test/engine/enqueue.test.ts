import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, type EnqueueOptions } from '../../src/engine/index.js';
import { allRows } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';

const mail = defineJob({
  ...{ type: 'mail', queue: 'post', priority: 1, maxAttempts: 3 },
  payload: z.object({ to: z.string() }),
  run: () => undefined,
});
const plain = defineJob({ type: 'plain', run: () => undefined });

describe.each(STORES)('enqueueing on %s', (storeName) => {
  const stage = useStage(storeName, { maxPayloadBytes: 1_000 });

  test('a job has the defaults of the engine, of its type, and what the call says, each over the one before', async () => {
    const [first, second, third] = [
      await stage.engine.enqueue(plain, 1),
      await stage.engine.enqueue(mail, { to: 'me' }),
      await stage.engine.enqueue(mail, { to: 'me' }, { queue: 'q', priority: 3, maxAttempts: 9, tenant: 'acme' }),
    ];
    expect(await stage.engine.job(first.id)).toMatchObject({
      ...{ tenant: 'default', queue: 'default', priority: 2, maxAttempts: 5, payload: 1 },
    });
    expect(await stage.engine.job(second.id)).toMatchObject({ queue: 'post', priority: 1, maxAttempts: 3 });
    expect(await stage.engine.job(third.id)).toMatchObject({ tenant: 'acme', queue: 'q', priority: 3, maxAttempts: 9 });
  });

  test('the payload is kept as it was given, not as its schema changes it', async () => {
    const job = defineJob({ type: 'x', payload: z.object({ at: z.coerce.date() }), run: () => undefined });
    const { id } = await stage.engine.enqueue(job, { at: '2030-01-01' });
    expect((await stage.engine.job(id)).payload).toEqual({ at: '2030-01-01' });
  });

  test('a time of its own and a delay', async () => {
    const at = new Date('2099-01-01T00:00:00Z');
    const timed = await stage.engine.enqueue(plain, 1, { runAt: at });
    expect((await stage.engine.job(timed.id)).runAt).toBe(at.getTime());
    const delayed = await stage.engine.job((await stage.engine.enqueue(plain, 1, { delayMs: 1_000.4 })).id);
    expect(delayed.runAt - delayed.createdAt).toBe(1_000);
  });

  test('many jobs in one commit, each with its receipt in order', async () => {
    const receipts = await stage.engine.enqueueMany(plain, [1, 2, 3]);
    const jobs = await Promise.all(receipts.map(({ id }) => stage.engine.job(id)));
    expect(jobs.map((job) => job.payload)).toEqual([1, 2, 3]);
    expect(await stage.engine.enqueueMany(plain, [])).toEqual([]);
  });

  test.each([
    ['an invalid payload', 'PAYLOAD_INVALID', { to: 5 }, {}],
    ['an oversized payload', 'PAYLOAD_TOO_LARGE', { to: 'x'.repeat(2_000) }, {}],
    ['a priority out of range', 'OPTION_INVALID', { to: '' }, { priority: 4 }],
    ['half a priority', 'OPTION_INVALID', { to: '' }, { priority: 1.5 }],
    ['no attempts', 'OPTION_INVALID', { to: '' }, { maxAttempts: 0 }],
    ['too many attempts', 'OPTION_INVALID', { to: '' }, { maxAttempts: 1_001 }],
    ['no time at all', 'OPTION_INVALID', { to: '' }, { runAt: new Date('never') }],
    ['a time before 1970', 'OPTION_INVALID', { to: '' }, { runAt: new Date(-1) }],
    ['a negative delay', 'OPTION_INVALID', { to: '' }, { delayMs: -1 }],
    ['an endless delay', 'OPTION_INVALID', { to: '' }, { delayMs: Infinity }],
    ['an empty tenant', 'OPTION_INVALID', { to: '' }, { tenant: '' }],
    ['a tenant with a null character', 'OPTION_INVALID', { to: '' }, { tenant: 'a\0b' }],
    ['an endless queue name', 'OPTION_INVALID', { to: '' }, { queue: 'q'.repeat(201) }],
    ['an empty key', 'OPTION_INVALID', { to: '' }, { idempotencyKey: '' }],
    ['a parent that is no id', 'OPTION_INVALID', { to: '' }, { parentJobId: 'mother' }],
  ] as [string, string, { to: string }, EnqueueOptions][])(
    '%s is refused, and nothing is written',
    async (_, code, payload, options) => {
      await expect(stage.engine.enqueue(mail, payload, options)).rejects.toMatchObject({ code, retryable: false });
      await expect(stage.engine.enqueueMany(mail, [{ to: 'ok' }, payload], options)).rejects.toMatchObject({ code });
      expect(await allRows(stage.engine.database)).toEqual([]);
    },
  );

  test('a spec makes the second job unnecessary, unless it is forced', async () => {
    const spec = { codeHash: 'c' };
    const first = await stage.engine.enqueue(plain, { b: 1, a: 2 }, { spec });
    await stage.engine.database.script(`UPDATE cf_jobs SET status = 'completed', finished_at = 1`);
    const again = await stage.engine.enqueue(plain, { a: 2, b: 1 }, { spec, priority: 0, queue: 'other' });
    expect(again).toEqual({ id: first.id, status: 'completed', deduplicated: true });
    const forced = await stage.engine.enqueue(plain, { a: 2, b: 1 }, { spec: { ...spec, force: true } });
    expect(forced.deduplicated).toBe(false);
    const other = await stage.engine.enqueue(plain, { a: 2, b: 1 }, { spec: { codeHash: 'd' } });
    expect(other.deduplicated).toBe(false);
    const hashes = (await allRows(stage.engine.database)).map((row) => row.spec_hash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  test('two jobs in one transaction of the engine come into being together', async () => {
    await stage.engine.transaction(async (transaction) => {
      await stage.engine.enqueue(plain, 1, { transaction });
      await stage.engine.enqueue(mail, { to: 'me' }, { transaction });
    });
    expect(await allRows(stage.engine.database)).toHaveLength(2);
  });

  test('after the engine is closed, an enqueue is refused rather than left hanging', async () => {
    const engine = await stage.openAnother();
    await engine.close();
    await expect(engine.enqueue(plain, 1)).rejects.toThrow(/not open|end/);
  });

  test('closing twice at once is closing once', async () => {
    const engine = await stage.openAnother();
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
  });
});
