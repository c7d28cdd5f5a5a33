import { expect, test } from 'vitest';
import { allRows, rowOf } from '../../staging/rows.js';
import { aJob, anEnding, claimDue, enqueueOne, ids, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

const SPEC = 'a'.repeat(64);

export function identityRules(stage: Stage): void {
  test('the same idempotency key answers with the job that has it, and writes nothing', async () => {
    const first = await enqueueOne(stage.store, { idempotencyKey: 'k', payload: '1' });
    const receipts = await stage.store.enqueue([aJob({ idempotencyKey: 'k', payload: '2' })]);
    expect(receipts).toEqual([{ id: first, status: 'pending', deduplicated: true }]);
    expect(await allRows(stage.engine.database)).toHaveLength(1);
    expect((await rowOf(stage.engine.database, first)).payload).toBe('1');
  });

  test('the answer says what became of the job that has the key', async () => {
    const job = await runningJob(stage.store, { idempotencyKey: 'k' });
    const again = (): Promise<unknown> => stage.store.enqueue([aJob({ idempotencyKey: 'k' })]);
    expect(await again()).toEqual([{ id: job.id, status: 'running', deduplicated: true }]);
    await stage.store.finish('worker-a', [anEnding(job, { status: 'dead_letter' })]);
    expect(await again()).toEqual([{ id: job.id, status: 'dead_letter', deduplicated: true }]);
  });

  test('a key is free for another tenant and for another type', async () => {
    await enqueueOne(stage.store, { idempotencyKey: 'k' });
    const receipts = await stage.store.enqueue([
      aJob({ idempotencyKey: 'k', tenant: 'other' }),
      aJob({ idempotencyKey: 'k', type: 'other' }),
    ]);
    expect(receipts.map((receipt) => receipt.deduplicated)).toEqual([false, false]);
  });

  test('inside one batch, the first job with a key answers for the others', async () => {
    const batch = [aJob({ idempotencyKey: 'k' }), aJob(), aJob({ idempotencyKey: 'k' }), aJob({ idempotencyKey: 'l' })];
    const receipts = await stage.store.enqueue(batch);
    expect(receipts.map((receipt) => [receipt.id, receipt.deduplicated])).toEqual([
      [batch[0]!.id, false],
      [batch[1]!.id, false],
      [batch[0]!.id, true],
      [batch[3]!.id, false],
    ]);
  });

  test('of many enqueues of one key at once, from two engines, one is accepted and the others get its id', async () => {
    const another = await stage.openAnother();
    const calls = Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? stage.store : another.store).enqueue([aJob({ idempotencyKey: 'k' }), aJob()]),
    );
    const receipts = (await Promise.all(calls)).map(([receipt]) => receipt!);
    expect(new Set(ids(receipts)).size).toBe(1);
    expect(receipts.filter((receipt) => !receipt.deduplicated)).toHaveLength(1);
    expect(await allRows(stage.engine.database)).toHaveLength(61);
  });

  test('many keys enqueued in opposite orders at once do not block each other for good', async () => {
    const another = await stage.openAnother();
    const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
    const batch = (order: string[]) => order.map((idempotencyKey) => aJob({ idempotencyKey }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? stage.store.enqueue(batch(keys)) : another.store.enqueue(batch(keys.toReversed())),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual([]);
    expect(await allRows(stage.engine.database)).toHaveLength(50);
  });

  test('a key is free again when the job that had it is gone', async () => {
    await enqueueOne(stage.store, { idempotencyKey: 'k' });
    await stage.engine.database.script('DELETE FROM cf_jobs');
    const [receipt] = await stage.store.enqueue([aJob({ idempotencyKey: 'k' })]);
    expect(receipt?.deduplicated).toBe(false);
  });

  test('a key that is rolled back with its transaction is free', async () => {
    const work = stage.engine.transaction(async (tx) => {
      await stage.store.enqueue([aJob({ idempotencyKey: 'k' })], tx);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    const [receipt] = await stage.store.enqueue([aJob({ idempotencyKey: 'k' })]);
    expect(receipt?.deduplicated).toBe(false);
  });

  test('keys that look alike are different keys', async () => {
    const keys = ['k', 'K', ' k', 'k ', 'ķ', "k'; --", 'k\\', '🗝'];
    const receipts = await stage.store.enqueue(keys.map((idempotencyKey) => aJob({ idempotencyKey })));
    expect(receipts.every((receipt) => !receipt.deduplicated)).toBe(true);
  });

  test.each(['completed', 'completed_with_warnings'] as const)(
    'a job that is %s answers for the next one of its spec',
    async (status) => {
      const done = await runningJob(stage.store, { specHash: SPEC, reuseCompleted: true });
      await stage.store.finish('worker-a', [anEnding(done, { status })]);
      const receipts = await stage.store.enqueue([aJob({ specHash: SPEC, reuseCompleted: true })]);
      expect(receipts).toEqual([{ id: done.id, status, deduplicated: true }]);
    },
  );

  test('the newest completed job of a spec answers', async () => {
    const spec = { specHash: SPEC, reuseCompleted: false };
    const older = await runningJob(stage.store, spec);
    const newer = await runningJob(stage.store, spec);
    await stage.store.finish('worker-a', [anEnding(older), anEnding(newer)]);
    const [receipt] = await stage.store.enqueue([aJob({ specHash: SPEC, reuseCompleted: true })]);
    expect(receipt?.id).toBe(newer.id);
  });

  test('force runs a completed spec again', async () => {
    const done = await runningJob(stage.store, { specHash: SPEC, reuseCompleted: true });
    await stage.store.finish('worker-a', [anEnding(done)]);
    const [receipt] = await stage.store.enqueue([aJob({ specHash: SPEC, reuseCompleted: false })]);
    expect(receipt?.deduplicated).toBe(false);
  });

  test('a job that waits, runs, failed, died or was cancelled does not answer for its spec', async () => {
    const spec = { specHash: SPEC, reuseCompleted: true };
    for (const status of ['failed', 'dead_letter', 'cancelled'] as const) {
      const job = await runningJob(stage.store, spec);
      await stage.store.finish('worker-a', [anEnding(job, { status })]);
    }
    await enqueueOne(stage.store, spec);
    await claimDue(stage.store);
    await enqueueOne(stage.store, spec);
    const [receipt] = await stage.store.enqueue([aJob(spec)]);
    expect(receipt?.deduplicated).toBe(false);
  });

  test('a completed spec does not answer for another tenant, nor for another type', async () => {
    const spec = { specHash: SPEC, reuseCompleted: true };
    const done = await runningJob(stage.store, spec);
    await stage.store.finish('worker-a', [anEnding(done)]);
    const receipts = await stage.store.enqueue([
      aJob({ ...spec, tenant: 'other' }),
      aJob({ ...spec, type: 'other' }),
      aJob(spec),
    ]);
    expect(receipts.map((receipt) => receipt.deduplicated)).toEqual([false, false, true]);
  });

  test('the job that has the key answers before the one that completed the spec', async () => {
    const spec = { specHash: SPEC, reuseCompleted: true };
    const done = await runningJob(stage.store, spec);
    await stage.store.finish('worker-a', [anEnding(done)]);
    const keyed = await enqueueOne(stage.store, { idempotencyKey: 'k' });
    const [receipt] = await stage.store.enqueue([aJob({ ...spec, idempotencyKey: 'k' })]);
    expect(receipt).toEqual({ id: keyed, status: 'pending', deduplicated: true });
  });

  test('of two specs in one call, each is answered by its own completed job', async () => {
    const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
    const [first, second] = [
      await runningJob(stage.store, { specHash: one }),
      await runningJob(stage.store, { specHash: two }),
    ];
    await stage.store.finish('worker-a', [anEnding(first), anEnding(second)]);
    const asked = [two, one].map((specHash) => aJob({ specHash, reuseCompleted: true }));
    const fresh = aJob({ specHash: one });
    expect((await stage.store.enqueue([...asked, fresh])).map((receipt) => receipt.id)).toEqual([
      ...[second.id, first.id],
      fresh.id,
    ]);
  });

  test('a key that is taken answers for two jobs with the key, and not for the one between them', async () => {
    const holder = await enqueueOne(stage.store, { idempotencyKey: 'k' });
    const [before, free, after] = ['k', 'l', 'k'].map((idempotencyKey) => aJob({ idempotencyKey }));
    const receipts = await stage.store.enqueue([before!, free!, after!]);
    expect(receipts).toEqual([
      { id: holder, status: 'pending', deduplicated: true },
      { id: free!.id, status: 'pending', deduplicated: false },
      { id: holder, status: 'pending', deduplicated: true },
    ]);
  });
}
