import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defineJob, inCorrelation, RecordedEnqueues } from '../../../src/engine/index.js';
import { enqueueByName } from '../../../src/operations/index.js';
import { STORES } from '../../engine/staging/stage.js';
import { useWebhookStage } from '../../events/webhooks/staging.js';

const noop = { type: 'noop', payload: {}, modules: [] };
const plain = defineJob({ type: 'plain', run: () => undefined });

describe.each(STORES)('enqueues that are recorded, on %s', (storeName) => {
  const stage = useWebhookStage(storeName);
  beforeEach(() => void vi.restoreAllMocks());

  const eventsOf = (): Promise<{ aggregate_id: string; actor: string }[]> =>
    stage.engine.database.query("SELECT aggregate_id, actor FROM cf_events WHERE event_type = 'job.enqueued'");

  test('calls that arrive together share a transaction, and each leaves an event of its actor', async () => {
    const transaction = vi.spyOn(stage.engine, 'transaction');
    const actors = ['ann', 'bob', 'cleo', 'dora'];
    const receipts = await Promise.all(
      actors.map((actor) => inCorrelation(`of-${actor}`, () => enqueueByName(stage.engine, noop, {}, actor))),
    );
    expect(transaction).toHaveBeenCalledTimes(1);
    const expected = actors.map((actor, index) => ({ aggregate_id: receipts[index]?.id, actor }));
    expect(new Set(await eventsOf())).toEqual(new Set(expected));
    const jobs = await Promise.all(receipts.map(({ id }) => stage.engine.job(id)));
    expect(jobs.map((job) => job.correlationId)).toEqual(['of-ann', 'of-bob', 'of-cleo', 'of-dora']);
  });

  test('a key that is used twice in one transaction makes one job and one event', async () => {
    const once = (): ReturnType<typeof enqueueByName> =>
      enqueueByName(stage.engine, noop, { idempotencyKey: 'k1' }, 'ann');
    const receipts = await Promise.all([once(), once(), once()]);
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(receipts.map(({ deduplicated }) => deduplicated).toSorted()).toEqual([false, true, true]);
    expect(await eventsOf()).toHaveLength(1);
  });

  test('one that cannot be recorded fails alone, and leaves no job', async () => {
    const enqueues = new RecordedEnqueues<string>(stage.engine, async (_, jobs) => {
      if (jobs.some(({ note }) => note === 'bad')) throw new Error('cannot be recorded');
    });
    const settled = await Promise.allSettled(
      ['good', 'bad', 'fine'].map((note) => enqueues.enqueue(plain, { note }, {}, note)),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const jobs = await stage.engine.jobs({ type: 'plain' });
    expect(new Set(jobs.map(({ payload }) => (payload as { note: string }).note))).toEqual(new Set(['good', 'fine']));
  });

  test('webhooks of jobs that shared a transaction keep the correlation of their own request', async () => {
    await stage.add({ url: 'http://127.0.0.1:9/', events: ['job.enqueued'] });
    const ids = ['first', 'second'].map((id) => inCorrelation(id, () => enqueueByName(stage.engine, noop, {}, 'ann')));
    await Promise.all(ids);
    const deliveries = await stage.engine.jobs({ type: 'DELIVER_WEBHOOK' });
    expect(deliveries.map(({ correlationId }) => correlationId).toSorted()).toEqual(['first', 'second']);
  });
});
