import { describe, expect, test } from 'vitest';
import { editSource, findBrokenRows, findPoints, findSource, pruneResponses } from '../../../src/collect/index.js';
import { type ReplayCounts, replaySource } from '../../../src/collect/jobs/replay-source.js';
import { openCollecting, testRuntime } from '../staging/collecting.js';
import { openSite, SITE_EXTRACTION, sendPrices } from '../staging/site.js';
import { type CollectStage, PRIVATE, STORES, useCollectStage } from '../staging/stage.js';

const WRONG = { ...SITE_EXTRACTION, fields: { ...SITE_EXTRACTION.fields, price: 'old_price' } };

describe.each(STORES)('stored responses on %s', (storeName) => {
  const stage = useCollectStage(storeName);
  const count = async (table: string): Promise<number> =>
    (await stage.acme.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).map(({ n }) => Number(n))[0] ?? -1;
  const events = async (type: string): Promise<number> =>
    (await stage.acme.query(`SELECT event_id FROM cf_events WHERE event_type = '${type}'`)).length;

  test('replay: a corrected extraction corrects points, removes wrong ones and releases quarantined rows', async () => {
    const site = await openSite((_, response) => {
      response.setHeader('content-type', 'application/json');
      const row = { title: '1900 D Morgan dollar', currency: 'USD', type: 'sold', sold_at: '2026-10-01' };
      const results = [
        { ...row, id: 'a', price: 40, old_price: 1 },
        { ...row, id: 'b', price: 50, old_price: 'sold out' },
        { ...row, id: 'c', price: 'unknown', old_price: 2 },
      ];
      response.end(JSON.stringify({ results }));
    });
    const collecting = await openCollecting(stage, site, { source: { extract: WRONG } });
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 2, quarantined: 1 });
    const [first] = await findPoints(stage.acme, {});

    await editSource(stage.acme, 'coins', { extract: SITE_EXTRACTION }, PRIVATE);
    const counts = {
      replayed: 1,
      added: 1,
      updated: 1,
      removed: 1,
      quarantinedBefore: 1,
      quarantined: 1,
      unreadable: 0,
    };
    expect(await replay(stage)).toEqual(counts);
    const points = await findPoints(stage.acme, {});
    expect(points.map(({ external_id, price_cents }) => [external_id, price_cents])).toEqual([
      ['a', 4_000],
      ['b', 5_000],
    ]);
    expect(points[0]).toMatchObject({ first_seen_at: first?.first_seen_at, observed_at: first?.observed_at });
    const broken = await findBrokenRows(stage.acme, { sourceId: collecting.sourceId, limit: 10 });
    expect(broken).toMatchObject([{ row_number: 3, field: 'price' }]);
    expect(await events('source.replayed')).toBe(1);

    expect(await replay(stage)).toEqual({ ...counts, added: 0, updated: 0, removed: 0 });
    expect(await findPoints(stage.acme, {})).toEqual(points);
    expect(site.requests).toHaveLength(1);
  });

  test('replay: a response whose layout does not fit is left as it is', async () => {
    const site = await openSite();
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    const before = await findPoints(stage.acme, {});
    await editSource(stage.acme, 'coins', { extract: { ...SITE_EXTRACTION, items: 'nowhere' } }, PRIVATE);
    expect(await replay(stage)).toMatchObject({ replayed: 0, unreadable: 1 });
    expect(await findPoints(stage.acme, {})).toEqual(before);
  });

  test('prune removes old responses without prices, and bodies that nothing refers to', async () => {
    const site = await openSite((_, response) => sendPrices(response, [{ id: '1', price: 'none' }]));
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    site.respond = (_, response) => sendPrices(response);
    await collecting.run();
    expect(await pruneResponses(stage.acme, 60_000)).toEqual({ responses: 0, quarantined: 0, cached: 0, bodies: 0 });
    for (const [table, column] of Object.entries(AGES)) await stage.acme.query(`UPDATE ${table} SET ${column} = 1`);
    expect(await pruneResponses(stage.acme, 60_000)).toEqual({ responses: 1, quarantined: 1, cached: 0, bodies: 1 });
    expect([await count('cf_source_responses'), await count('cf_source_bodies')]).toEqual([1, 1]);
    expect(await findPoints(stage.acme, {})).toHaveLength(2);
    expect(await replay(stage)).toMatchObject({ replayed: 1, removed: 0 });
    expect(await events('collect.pruned')).toBe(1);
  });
});

const AGES = {
  cf_source_responses: 'fetched_at',
  cf_source_bodies: 'created_at',
  cf_source_quarantine: 'created_at',
};

async function replay(stage: CollectStage): Promise<ReplayCounts> {
  const { source } = await findSource(stage.acme, 'coins');
  const runtime = testRuntime(stage);
  const { signal } = new AbortController();
  try {
    return await replaySource({ runtime, database: stage.acme, source, intakeId: undefined, signal });
  } finally {
    await runtime.close();
  }
}
