import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseSource, recordEvents, verifyEvents } from '../../../src/events/index.js';
import { cjsonText } from '../../../src/platform/index.js';
import { eventOf, eventRows } from '../staging/events.js';
import { STORES, useEventStage } from '../staging/stage.js';

describe.each(STORES)('an append on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const record = (...events: Parameters<typeof recordEvents>[2]) =>
    stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', events));

  test('is hashed as BPC-EVENT-1 says, and returned as it is stored', async () => {
    const payload = { b: 2, a: [1, null, 'é"\u0001😀'], nested: { z: true, 'k\u{10000}': 1, k豈: 2 } };
    const [event] = await record(eventOf('an id with "quotes", \\ and é', { actor: 'zoë "the" boss', payload }));
    const [row] = await eventRows(stage.engine.database);
    expect(row!.payload).toBe(cjsonText(payload));
    expect(row!.payload_hash).toBe(hash('sha256', row!.payload));
    const header = {
      tenant_id: 'acme',
      aggregate_type: 'thing',
      aggregate_id: 'an id with "quotes", \\ and é',
      aggregate_version: 1,
      event_type: 'thing.changed',
      occurred_at: row!.occurred_at,
      actor_id: 'zoë "the" boss',
      payload_hash: row!.payload_hash,
      prev_event_hash: null,
    };
    expect(row!.event_hash).toBe(hash('sha256', cjsonText(header)));
    expect(row!.occurred_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
    expect(Math.abs(Date.parse(row!.occurred_at) - Date.now())).toBeLessThan(60_000);
    expect(event).toEqual({
      eventId: row!.event_id,
      tenant: 'acme',
      eventType: 'thing.changed',
      aggregateType: 'thing',
      aggregateId: header.aggregate_id,
      aggregateVersion: 1,
      actor: header.actor_id,
      payload,
      occurredAt: row!.occurred_at,
      payloadHash: row!.payload_hash,
      prevEventHash: null,
      eventHash: row!.event_hash,
    });
  });

  test('makes ids that are UUIDv7 with the time and the hash of the event', async () => {
    const [event] = await record(eventOf('1'));
    expect(event!.eventId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ms = Number.parseInt(event!.eventId.replaceAll('-', '').slice(0, 12), 16);
    expect(new Date(ms).toISOString()).toBe(`${event!.occurredAt.slice(0, 23)}Z`);
    expect(event!.eventHash.startsWith(event!.eventId.slice(15, 18))).toBe(true);
  });

  test('links each event to the one before, in one call and over several', async () => {
    const events = [...(await record(eventOf('1'), eventOf('2'), eventOf('1'))), ...(await record(eventOf('1')))];
    expect(events.map((event) => `${event.aggregateId}.${event.aggregateVersion}`)).toEqual([
      '1.1',
      '2.1',
      '1.2',
      '1.3',
    ]);
    const [first, other, second, third] = events;
    expect([first!.prevEventHash, other!.prevEventHash]).toEqual([null, null]);
    expect(second!.prevEventHash).toBe(first!.eventHash);
    expect(third!.prevEventHash).toBe(second!.eventHash);
  });

  test('of hundreds of events keeps their order and numbers every chain without gaps', async () => {
    const events = Array.from({ length: 1_234 }, (_, index) => eventOf(`${index % 217}`, { payload: { index } }));
    const recorded = await record(...events);
    expect(recorded.map(({ payload }) => payload['index'])).toEqual(events.map(({ payload }) => payload['index']));
    const versions = new Map<string, number>();
    for (const row of await eventRows(stage.engine.database)) {
      expect(row.aggregate_version).toBe((versions.get(row.aggregate_id) ?? 0) + 1);
      versions.set(row.aggregate_id, row.aggregate_version);
    }
    expect(versions.size).toBe(217);
  });

  test('is undone with its transaction', async () => {
    await record(eventOf('1'));
    const failed = stage.engine.database.transaction(async (tx) => {
      await recordEvents(tx, 'acme', [eventOf('1'), eventOf('2')]);
      throw new Error('the change failed');
    });
    await expect(failed).rejects.toThrow('the change failed');
    const [again] = await record(eventOf('1'));
    expect(again!.aggregateVersion).toBe(2);
    expect(await eventRows(stage.engine.database)).toHaveLength(2);
  });

  test('of several events beside others to the same aggregates leaves chains without gaps', async () => {
    const calls = Array.from({ length: 25 }, (_, index) =>
      record(eventOf('x'), eventOf('y', { payload: { index } }), eventOf('x'), eventOf(`own ${index}`)),
    );
    const recorded = (await Promise.all(calls)).flat();
    const rows = await eventRows(stage.engine.database);
    for (const [id, length] of [
      ['x', 50],
      ['y', 25],
    ] as const) {
      const versions = rows.filter((row) => row.aggregate_id === id).map((row) => row.aggregate_version);
      expect(versions).toEqual(Array.from({ length }, (_, at) => at + 1));
    }
    expect(recorded.map(({ eventId }) => eventId).sort()).toEqual(rows.map((row) => row.event_id).sort());
    const report = await verifyEvents(databaseSource(stage.engine.database, 'acme'), { trustedKeys: [] });
    expect(report).toMatchObject({ ok: true, events: 100, chains: 27 });
  });

  test.each([1, 2])('keeps every character of %s event(s) in a call', async (amount) => {
    const awkward = ['"', '{a,b}', 'NULL', '\\', "it's", 'é😀', ' \u001e ', '\t\n', '%s $1'];
    const actors = [...awkward, null];
    const events = actors.map((actor) => eventOf(`id ${actor}`, { actor, payload: { actor, awkward } }));
    for (let at = 0; at < events.length; at += amount) await record(...events.slice(at, at + amount));
    const rows = await eventRows(stage.engine.database);
    for (const { aggregateId, actor, payload } of events) {
      expect(rows.find((row) => row.aggregate_id === aggregateId)).toMatchObject({
        actor,
        payload: cjsonText(payload),
      });
    }
    const report = await verifyEvents(databaseSource(stage.engine.database, 'acme'), { trustedKeys: [] });
    expect(report).toMatchObject({ ok: true, events: actors.length });
  });

  test('gives each tenant its own chain of the same aggregate', async () => {
    const both = await stage.engine.database.transaction(async (tx) => [
      ...(await recordEvents(tx, 'acme', [eventOf('1')])),
      ...(await recordEvents(tx, 'other', [eventOf('1')])),
    ]);
    expect(both.map(({ aggregateVersion, prevEventHash }) => [aggregateVersion, prevEventHash])).toEqual([
      [1, null],
      [1, null],
    ]);
  });

  test.each([
    ['a float', eventOf('1', { payload: { share: 0.5 } })],
    ['undefined', eventOf('1', { payload: { missing: undefined } })],
    ['a lone surrogate', eventOf('\ud800')],
    ['an empty id', eventOf('')],
    ['a null character', eventOf('a\0b')],
    ['a type with a space', eventOf('1', { eventType: 'thing changed' })],
  ])('refuses %s before it writes', async (_, event) => {
    await expect(record(eventOf('2'), event)).rejects.toThrow();
    expect(await eventRows(stage.engine.database)).toEqual([]);
  });
});
