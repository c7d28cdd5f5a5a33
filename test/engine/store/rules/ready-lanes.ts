import { expect, test } from 'vitest';
import type { Reach, Lane } from '../../../../src/engine/store.js';
import { advanceTime, databaseNow } from '../../staging/advance-time.js';
import { aJob, claimDue, enqueueOne, LEASE_MS } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function readyLanesRules(stage: Stage): void {
  const ready = async (reach: Partial<Reach> = {}): Promise<string[]> => {
    const { lanes } = await stage.store.findReadyLanes({ types: ['work', 'play'], ...reach });
    return lanes.map(nameOf).sort();
  };

  test('an empty table has no lanes and no expired leases', async () => {
    const { lanes, expiredLeases, now } = await stage.store.findReadyLanes({ types: ['work'] });
    expect({ lanes, expiredLeases }).toEqual({ lanes: [], expiredLeases: false });
    expect(Math.abs(now - (await databaseNow(stage.engine.database)))).toBeLessThan(5_000);
  });

  test('each queue, tenant, type and priority is a lane, with the time of its first job', async () => {
    await stage.store.enqueue([
      aJob({ runAt: 300 }),
      aJob({ runAt: 100 }),
      aJob({ runAt: 200 }),
      aJob({ runAt: 50, priority: 0 }),
      aJob({ runAt: 60, type: 'play' }),
      aJob({ runAt: 70, tenant: 'acme' }),
      aJob({ runAt: 80, queue: 'mail' }),
    ]);
    const { lanes } = await stage.store.findReadyLanes({ types: ['work', 'play'] });
    const heads = Object.fromEntries(lanes.map((lane) => [nameOf(lane), lane.headRunAt]));
    expect(heads).toEqual({
      'default/default/work/2': 100,
      'default/default/work/0': 50,
      'default/default/play/2': 60,
      'default/acme/work/2': 70,
      'mail/default/work/2': 80,
    });
  });

  test('a lane whose jobs all lie ahead is seen with the time of the first, so that a worker can wait for it', async () => {
    const now = await databaseNow(stage.engine.database);
    await enqueueOne(stage.store, { runAt: now + 500_000 });
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'] });
    expect(lanes.map((lane) => lane.headRunAt)).toEqual([now + 500_000]);
  });

  test('only what is in reach is seen: types, queues and tenants', async () => {
    for (const type of ['work', 'play', 'rest']) {
      for (const queue of ['q1', 'q2']) {
        for (const tenant of ['t1', 't2']) await enqueueOne(stage.store, { type, queue, tenant });
      }
    }
    expect(await ready({ types: ['work'] })).toHaveLength(4);
    expect(await ready({ types: ['work', 'rest'], queues: ['q2'] })).toHaveLength(4);
    expect(await ready({ types: ['rest'], queues: ['q2'], tenants: ['t1'] })).toEqual(['q2/t1/rest/2']);
    expect(await ready({ types: ['unknown'] })).toEqual([]);
    expect(await ready({ types: [] })).toEqual([]);
    expect(await ready({ queues: [] })).toEqual([]);
    expect(await ready({ tenants: ['nobody'] })).toEqual([]);
  });

  test('a paused queue cannot be seen until it is resumed', async () => {
    await enqueueOne(stage.store, { queue: 'mail' });
    await enqueueOne(stage.store, { queue: 'print' });
    await stage.engine.pauseQueue('mail');
    expect(await ready()).toEqual(['print/default/work/2']);
    expect(await ready({ queues: ['mail'] })).toEqual([]);
    await stage.engine.resumeQueue('mail');
    expect(await ready()).toEqual(['mail/default/work/2', 'print/default/work/2']);
  });

  test('running and finished jobs are in no lane', async () => {
    await enqueueOne(stage.store);
    await claimDue(stage.store);
    expect(await ready()).toEqual([]);
  });

  test('a lease that ran out is reported, a live one is not', async () => {
    await enqueueOne(stage.store);
    await claimDue(stage.store);
    expect((await stage.store.findReadyLanes({ types: ['work'] })).expiredLeases).toBe(false);
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    expect((await stage.store.findReadyLanes({ types: ['work'] })).expiredLeases).toBe(true);
  });

  test('a lease of a type that is out of reach is reported too: somebody has to notice it', async () => {
    await enqueueOne(stage.store, { type: 'play' });
    await claimDue(stage.store, { reach: { types: ['play'] } });
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    expect((await stage.store.findReadyLanes({ types: ['work'] })).expiredLeases).toBe(true);
  });

  test('names with quotes, commas, backslashes and other letters come back as they are', async () => {
    const odd = ['a"b', 'a,b', "a'b", 'a\\b', '{a}', 'ä–🚀', 'NULL', ' '];
    for (const tenant of odd) await enqueueOne(stage.store, { tenant, queue: tenant });
    const { lanes } = await stage.store.findReadyLanes({ types: ['work'], tenants: odd, queues: odd });
    expect(lanes.map((lane) => lane.tenant).sort()).toEqual(odd.toSorted());
    expect(await claimDue(stage.store, { reach: { tenants: odd } })).toHaveLength(odd.length);
  });
}

function nameOf(lane: Lane): string {
  return `${lane.queue}/${lane.tenant}/${lane.type}/${lane.priority}`;
}
