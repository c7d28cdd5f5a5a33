import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  databaseSource,
  recordEvents,
  sealEvents,
  treeHeads,
  verifyEvents,
  type VerifyReport,
} from '../../../src/events/index.js';
import { readSigningKey } from '../../../src/platform/signing/signing-key.js';
import { eventOf, eventRows } from '../staging/events.js';
import { STORES, useEventStage } from '../staging/stage.js';

const key = readSigningKey(randomBytes(32).toString('base64'));
const stranger = readSigningKey(randomBytes(32).toString('base64'));

describe.each(STORES)('verification on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const verify = (options: Partial<Parameters<typeof verifyEvents>[1]> = {}): Promise<VerifyReport> =>
    verifyEvents(databaseSource(stage.engine.database, 'acme'), { trustedKeys: [key.publicKey], ...options });
  const sql = (text: string): Promise<unknown> => stage.engine.database.query(text);

  /** Three chains: `a` with 5 events, `b` with 3, `c` with 1. */
  async function fill({ seal }: { seal: boolean }): Promise<void> {
    const events = [...'aabacbaab'].map((id, index) => eventOf(id, { actor: 'ann', payload: { index } }));
    await stage.engine.database.transaction(async (tx) => {
      for (const event of events) await recordEvents(tx, 'acme', [event]);
    });
    if (seal) await sealEvents(stage.engine.database, 'acme', key);
  }

  test.each([true, false])('finds nothing in an intact log (sealed: %s)', async (seal) => {
    await fill({ seal });
    expect(await verify()).toMatchObject({ ok: true, chains: 3, events: 9, broken: [], unsealed: seal ? 0 : 9 });
  });

  test('finds nothing in an empty log', async () => {
    expect(await sealEvents(stage.engine.database, 'acme', key)).toBeUndefined();
    expect(await verify()).toMatchObject({ ok: true, chains: 0, events: 0, heads: 0, newestHead: null });
  });

  test.each([
    ['payload', `payload = '{"index":99}'`, /payload/],
    ['payload hash', `payload_hash = replace(payload_hash, substr(payload_hash, 1, 4), 'beef')`, /payload/],
    ['type', `event_type = 'thing.forgotten'`, /member/],
    ['actor', `actor = 'eve'`, /member/],
    ['missing actor', `actor = NULL`, /member/],
    ['time', `occurred_at = '2020-01-01T00:00:00.000000Z'`, /member/],
    ['hash', `event_hash = replace(event_hash, substr(event_hash, 1, 4), 'beef')`, /member/],
    ['link', `prev_event_hash = NULL`, /hash of version 1/],
    ['id', `event_id = '00000000-0000-7000-8000-000000000000'`, /id/],
  ])('finds a changed %s, and names the event', async (_, change, reason) => {
    await fill({ seal: false });
    await sql(`UPDATE cf_events SET ${change} WHERE aggregate_id = 'a' AND aggregate_version = 2`);
    expect(await verify()).toMatchObject({
      ok: false,
      brokenChains: 1,
      broken: [
        {
          aggregateType: 'thing',
          aggregateId: 'a',
          aggregateVersion: 2,
          reason: expect.stringMatching(reason) as string,
        },
      ],
    });
  });

  test('names the first broken link of a chain, and every broken chain', async () => {
    await fill({ seal: false });
    await sql(`UPDATE cf_events SET actor = 'eve' WHERE aggregate_id <> 'c' AND aggregate_version >= 2`);
    const { broken, brokenChains } = await verify();
    expect(broken.map((link) => `${link.aggregateId}.${link.aggregateVersion}`)).toEqual(['a.2', 'b.2']);
    expect(brokenChains).toBe(2);
  });

  test.each([
    ['first', 1, 2, 'Version 1 is missing before it'],
    ['middle', 3, 4, 'Version 3 is missing before it'],
  ])('finds a removed %s event of a chain', async (_, removed, found, reason) => {
    await fill({ seal: false });
    await sql(`DELETE FROM cf_events WHERE aggregate_id = 'a' AND aggregate_version = ${removed}`);
    expect((await verify()).broken).toEqual([
      { aggregateType: 'thing', aggregateId: 'a', aggregateVersion: found, reason },
    ]);
  });

  test.each([
    ['the last event of a chain', `aggregate_id = 'a' AND aggregate_version = 5`, 7],
    ['the newest event of the log', `position = (SELECT max(position) FROM cf_events)`, 8],
    ['a whole chain', `aggregate_id = 'b'`, 2],
    ['everything', `TRUE`, 0],
  ])('finds by the tree head that %s was removed', async (_, which, leaf) => {
    await fill({ seal: true });
    const first = (await eventRows(stage.engine.database)).filter((row) => row.leaf_index === leaf);
    expect(first).toHaveLength(1);
    await sql(`DELETE FROM cf_events WHERE ${which}`);
    const { ok, broken } = await verify();
    expect(ok).toBe(false);
    expect(broken).toEqual([
      {
        ...{ aggregateType: 'tree_head', aggregateId: 'acme', aggregateVersion: 9 },
        reason: `An event was removed: leaf ${leaf} of 9 is missing`,
      },
    ]);
  });

  test('finds an inserted event', async () => {
    await fill({ seal: true });
    // A copy of another chain's event, put behind the end of this one.
    await sql(`INSERT INTO cf_events (event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at,
        actor, payload, payload_hash, prev_event_hash, event_hash)
      SELECT '00000000-0000-7000-8000-000000000000', tenant, aggregate_type, 'c', 2, event_type, occurred_at, actor, payload,
        payload_hash, prev_event_hash, event_hash FROM cf_events WHERE aggregate_id = 'a' AND aggregate_version = 2`);
    expect((await verify()).broken).toMatchObject([{ aggregateId: 'c', aggregateVersion: 2 }]);
  });

  test('finds reordered events', async () => {
    await fill({ seal: true });
    for (const [from, to] of [
      [2, 100],
      [3, 2],
      [100, 3],
    ])
      await sql(
        `UPDATE cf_events SET aggregate_version = ${to} WHERE aggregate_id = 'a' AND aggregate_version = ${from}`,
      );
    expect((await verify()).broken).toMatchObject([{ aggregateId: 'a', aggregateVersion: 2 }]);
  });

  test('finds a chain that was rewritten with correct hashes', async () => {
    await fill({ seal: true });
    const leaves = (await eventRows(stage.engine.database)).filter((row) => row.aggregate_id === 'c');
    await sql(`DELETE FROM cf_events WHERE aggregate_id = 'c'`);
    const forged = eventOf('c', { payload: { index: 1_000 } });
    await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [forged]));
    await sql(`UPDATE cf_events SET leaf_index = ${leaves[0]!.leaf_index} WHERE aggregate_id = 'c'`);
    expect((await verify()).broken).toMatchObject([
      { aggregateType: 'tree_head', reason: expect.stringMatching(/replaced/) as string },
    ]);
  });

  test('finds that an event was unsealed, or sealed twice', async () => {
    await fill({ seal: true });
    await sql(`UPDATE cf_events SET leaf_index = NULL WHERE aggregate_id = 'c'`);
    expect((await verify()).broken).toMatchObject([
      { aggregateType: 'tree_head', reason: expect.stringMatching(/leaf 4/) as string },
    ]);
    await sql(`DROP INDEX cf_events_leaves`);
    stage.onCleanup(async () => {
      await sql(`DELETE FROM cf_events`);
      await sql(`CREATE UNIQUE INDEX cf_events_leaves ON cf_events (tenant, leaf_index) WHERE leaf_index IS NOT NULL`);
    });
    await sql(`UPDATE cf_events SET leaf_index = 5 WHERE aggregate_id = 'c'`);
    expect((await verify()).broken[0]).toMatchObject({
      aggregateId: 'c',
      reason: expect.stringMatching(/another event/) as string,
    });
  });

  test('finds a changed tree head, and one that was removed', async () => {
    await fill({ seal: true });
    await sql(`UPDATE cf_event_heads SET signed_at = '2020-01-01T00:00:00.000000Z'`);
    expect((await verify()).broken).toMatchObject([
      { aggregateType: 'tree_head', reason: expect.stringMatching(/signature/) as string },
    ]);
    await sql(`DELETE FROM cf_event_heads`);
    expect((await verify()).broken).toMatchObject([
      { reason: expect.stringMatching(/newest heads were removed/) as string },
    ]);
  });

  test('accepts heads of trusted keys only, or of any key if none is known', async () => {
    await fill({ seal: true });
    expect((await verify({ trustedKeys: [stranger.publicKey] })).broken).toMatchObject([
      { reason: expect.stringContaining(`unknown key (${key.keyId}`) as string },
    ]);
    expect(await verify({ trustedKeys: [stranger.publicKey, key.publicKey] })).toMatchObject({ ok: true });
    expect(await verify({ trustedKeys: [] })).toMatchObject({ ok: true });
  });

  test('a head that was saved elsewhere still shows that the newest events and heads are gone', async () => {
    await fill({ seal: true });
    await fill({ seal: true });
    const [older, newer] = await treeHeads(stage.engine.database, 'acme');
    expect([older!.treeSize, newer!.treeSize]).toEqual([9, 18]);
    await sql(`DELETE FROM cf_events WHERE leaf_index >= 9`);
    await sql(`DELETE FROM cf_event_heads WHERE tree_size > 9`);
    expect(await verify()).toMatchObject({ ok: true });
    expect(await verify({ savedHeads: [older!] })).toMatchObject({ ok: true });
    expect((await verify({ savedHeads: [newer!] })).broken).toMatchObject([
      { reason: expect.stringMatching(/leaf 9 of 18/) as string },
    ]);
  });

  test('an event that commits after a later one has been sealed gets a later leaf; older heads stay valid', async () => {
    await fill({ seal: true });
    if (storeName === 'PostgreSQL') {
      const other = await stage.openAnother();
      await stage.engine.database.transaction(async (tx) => {
        await recordEvents(tx, 'acme', [eventOf('late')]);
        await other.database.transaction((inner) => recordEvents(inner, 'acme', [eventOf('early')]));
        expect((await sealEvents(other.database, 'acme', key))?.treeSize).toBe(10);
      });
    } else {
      await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf('early'), eventOf('late')]));
    }
    expect((await sealEvents(stage.engine.database, 'acme', key))?.treeSize).toBe(11);
    expect(await verify()).toMatchObject({ ok: true, events: 11, unsealed: 0 });
  });

  test('two that seal at once number every event once', async () => {
    await fill({ seal: false });
    const other = await stage.openAnother();
    await Promise.all([
      sealEvents(stage.engine.database, 'acme', key),
      sealEvents(other.database, 'acme', key),
      sealEvents(stage.engine.database, 'acme', key),
    ]);
    expect(await verify()).toMatchObject({ ok: true, events: 9, unsealed: 0, heads: 1 });
  });
});
