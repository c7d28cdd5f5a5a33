import { describe, expect, onTestFinished, test } from 'vitest';
import { createGate, type Gate } from '../../../src/events/webhooks/deliver/gate.js';
import { fairSlots } from '../../../src/events/webhooks/deliver/lease-share.js';
import { findEndpoint, type WebhookEndpoint } from '../../../src/events/index.js';
import { BAD_PEERS } from '../../http/peers.js';
import { waitUntil } from '../../services/wait-until.js';
import { STORES } from '../staging/stage.js';
import { receiver, useWebhookStage } from './staging.js';

const FAST = { durationMs: 5, responded: true };

describe('fairSlots', () => {
  const none = { held: 0, inUse: 0 };
  const other = (slots: number, waits: boolean) => ({ slots, is_waiting: waits ? 1 : 0 });

  test('takes half of what is free, until it has all', () => {
    const taken: number[] = [];
    for (let held = 0; held < 10; taken.push((held = fairSlots(10, [], { held, inUse: held }))));
    expect(taken).toEqual([5, 8, 9, 10]);
  });

  test('never takes what others hold', () => {
    expect(fairSlots(10, [other(10, false)], none)).toBe(0);
    expect(fairSlots(10, [other(6, false), other(3, true)], none)).toBe(1);
    expect(fairSlots(1, [other(1, true)], none)).toBe(0);
  });

  test('goes back to a fair part when another waits, but not below what is in use', () => {
    expect(fairSlots(10, [other(0, true)], { held: 10, inUse: 2 })).toBe(5);
    expect(fairSlots(10, [other(0, true)], { held: 10, inUse: 8 })).toBe(8);
    expect(fairSlots(1, [other(0, true)], { held: 1, inUse: 0 })).toBe(1);
  });
});

describe.each(STORES)('the limits of an endpoint on %s', (storeName) => {
  const stage = useWebhookStage(storeName);

  async function endpoint(limits: { maxConcurrency?: number; maxPerSecond?: number }): Promise<WebhookEndpoint> {
    const { id } = await stage.add({ url: 'http://127.0.0.1:9/', events: ['*'], ...limits });
    return findEndpoint(stage.engine.database, 'default', id);
  }

  function gate(worker: string, options: { concurrency?: number; now?: () => number } = {}): Gate {
    const made = createGate({ database: stage.engine.database, worker, concurrency: 40, ...options });
    onTestFinished(() => made.close());
    return made;
  }

  test('hold over several workers', async () => {
    const to = await endpoint({ maxConcurrency: 3 });
    const gates = ['a', 'b', 'c', 'd'].map((worker) => gate(worker));
    let [inUse, most, sent] = [0, 0, 0];
    const deliver = async (one: Gate): Promise<void> => {
      const admission = await one.enter(to);
      if (!admission.mayStart) return;
      most = Math.max(most, ++inUse);
      await new Promise((resolve) => setImmediate(resolve));
      inUse--;
      sent++;
      admission.leave(FAST);
    };
    while (sent < 60) await Promise.all(gates.flatMap((one) => Array.from({ length: 8 }, () => deliver(one))));
    expect(most).toBeLessThanOrEqual(3);
  });

  test('let a worker without traffic return its slots, for another', async () => {
    const to = await endpoint({ maxConcurrency: 1 });
    const [first, second] = [gate('a'), gate('b')];
    const admission = await first.enter(to);
    if (!admission.mayStart) throw new Error('the first delivery must start');
    expect((await second.enter(to)).mayStart).toBe(false);
    admission.leave(FAST);
    await waitUntil(async () => (await second.enter(to)).mayStart, { for: 'the slot', timeoutMs: 4_000 });
  });

  test('bound the rate, and tell those who wait how long the backlog takes', async () => {
    const to = await endpoint({ maxPerSecond: 2, maxConcurrency: 10 });
    let at = 1_000;
    const one = gate('a', { now: () => at });
    const enter = async (): Promise<boolean> => {
      const admission = await one.enter(to);
      if (admission.mayStart) admission.leave(FAST);
      return admission.mayStart;
    };
    expect(await enter()).toBe(true);
    expect(await enter()).toBe(false);
    // A lone worker has half of the slots at first, and so half of the rate: one per second.
    at += 999;
    expect(await enter()).toBe(false);
    at += 1;
    expect(await enter()).toBe(true);
    expect(await enter()).toBe(false);
  });

  test('give a slow receiver one delivery at a time, and all slow ones half of the worker', async () => {
    const one = gate('a', { concurrency: 4 });
    const endpoints = await Promise.all([1, 2, 3].map(() => endpoint({ maxConcurrency: 10 })));
    const [first, second, third] = endpoints as [WebhookEndpoint, WebhookEndpoint, WebhookEndpoint];
    const enter = async (to: WebhookEndpoint, facts?: typeof FAST): Promise<boolean> => {
      const admission = await one.enter(to);
      if (admission.mayStart && facts) admission.leave(facts);
      return admission.mayStart;
    };
    // One delivery until it is known how fast they are. These are not.
    const slow = { durationMs: 30_000, responded: false };
    for (const to of [first, second, third]) expect(await enter(to, slow)).toBe(true);
    expect(await enter(first)).toBe(true);
    expect(await enter(first)).toBe(false);
    expect(await enter(second)).toBe(true);
    expect(await enter(third)).toBe(false);
    // One that is new is not held up by them, and gets half of the worker as soon as it has proved to be fast.
    const fresh = await endpoint({ maxConcurrency: 10 });
    expect(await enter(fresh, FAST)).toBe(true);
    expect([await enter(fresh), await enter(fresh)]).toEqual([true, true]);
  });

  test('let new endpoints that hang never have the whole worker, nor hold up a new one that responds', async () => {
    let at = 1_000;
    const one = gate('a', { concurrency: 8, now: () => at });
    const known = await endpoint({});
    const enter = async (to: WebhookEndpoint, facts?: typeof FAST): Promise<boolean> => {
      const admission = await one.enter(to);
      if (admission.mayStart && facts) admission.leave(facts);
      return admission.mayStart;
    };
    expect(await enter(known, FAST)).toBe(true);
    // They never leave.
    const started = async (): Promise<number> => {
      const hanging = await Promise.all(Array.from({ length: 8 }, () => endpoint({})));
      let count = 0;
      for (const to of hanging) if (await enter(to)) count++;
      return count;
    };
    expect(await started()).toBe(4);
    expect(await enter(known, FAST)).toBe(true);
    const fresh = await endpoint({});
    expect(await enter(fresh)).toBe(false);
    // The four count as slow now, which makes room for two that are new.
    at += 2_000;
    expect(await enter(fresh, FAST)).toBe(true);
    expect(await started()).toBe(2);
    at += 2_000;
    expect(await started()).toBe(0);
    expect([await enter(known), await enter(fresh)]).toEqual([true, true]);
  });

  test('start a delivery to a known endpoint at once, though as many new ones hang as there are slots', async () => {
    const concurrency = 6;
    const healthy = await receiver();
    await stage.add({ url: healthy.url, events: ['test.*', 'known.*'] });
    const timeoutMs = 60_000;
    await stage.startDeliveries({ concurrency, timeoutMs });
    await stage.record('known.first');
    await waitUntil(() => healthy.received.length === 1, { for: 'the first response', intervalMs: 5 });
    const hanging = await Promise.all(Array.from({ length: concurrency }, () => receiver(() => undefined)));
    for (const { url } of hanging) await stage.add({ url, events: ['hang.*'] });
    for (let count = 0; count < 3; count++) await stage.record('hang.now');
    const held = (): number => hanging.reduce((sum, { received }) => sum + received.length, 0);
    await waitUntil(() => held() === concurrency / 2, { for: 'half of the slots to hang', intervalMs: 5 });
    for (let count = 0; count < 5; count++) {
      const begun = performance.now();
      await stage.record('known.again');
      await waitUntil(() => healthy.received.length === count + 2, { for: 'the healthy receiver', intervalMs: 5 });
      expect(performance.now() - begun).toBeLessThan(timeoutMs / 10);
    }
    expect(held()).toBeLessThan(concurrency);
  });

  test('keep receivers that hang from delaying another', async () => {
    const healthy = await receiver();
    await stage.add({ url: healthy.url, events: ['test.*'] });
    for (let count = 0; count < 6; count++) {
      const hanging = await BAD_PEERS.hangs();
      await stage.add({ url: hanging.url, events: ['test.*'] });
    }
    await stage.startDeliveries({ concurrency: 10, timeoutMs: 60_000 });
    const begun = performance.now();
    for (let count = 0; count < 20; count++) await stage.record();
    await waitUntil(() => healthy.received.length === 20, { for: 'the healthy receiver', timeoutMs: 50_000 });
    // None of the others has timed out by then.
    expect(performance.now() - begun).toBeLessThan(55_000);
    const waiting = await stage.engine.database.query<{ count: number }>(
      `SELECT count(*) AS count FROM cf_webhook_deliveries WHERE status = 'pending'`,
    );
    expect(Number(waiting[0]?.count)).toBeGreaterThanOrEqual(6 * 20);
  });
});
