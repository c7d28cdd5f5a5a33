import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findPoints, findSource } from '../../../src/collect/index.js';
import { openCollecting } from '../staging/collecting.js';
import { openSite } from '../staging/site.js';
import { STORES, useCollectStage } from '../staging/stage.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

describe.each(STORES)('kinds of sources on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test('a page is read by CSS selectors', async () => {
    const site = await openSite((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<ul>${['a', 'b'].map(row).join('')}</ul>`);
    });
    const row = (id: string): string =>
      `<li class="lot"><a href="/lot/${id}">1921 D Morgan dollar</a><b>$ 1,250.00</b><time datetime="2026-10-01">1 Oct</time></li>`;
    const extract = {
      items: 'li.lot',
      fields: {
        ...{ title: 'a', url: 'a@href', price: 'b', observed_at: 'time@datetime' },
        ...{ currency: { value: 'USD' }, price_type: { value: 'sold' } },
      },
    };
    const collecting = await openCollecting(stage, site, { source: { kind: 'html', extract } });
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 2 });
    const [point] = await findPoints(stage.acme, {});
    expect(point).toMatchObject({ price_cents: 125_000, currency: 'USD', price_type: 'sold' });
    expect([`${site.origin}/lot/a`, `${site.origin}/lot/b`]).toContain(point?.url);
  });

  test('a feed is read by the readers of files', async () => {
    const site = await openSite((_, response) => {
      response.setHeader('content-type', 'text/csv');
      response.end(
        'lot;what;amount;sold\n7;1921 D Morgan dollar;"42,50";2026-10-01\n8;1921 D Morgan dollar;"43,50";2026-10-02\n',
      );
    });
    const extract = {
      fields: {
        ...{ external_id: 'lot', title: 'what', price: 'amount', observed_at: 'sold' },
        ...{ currency: { value: 'EUR' }, price_type: { value: 'sold' } },
      },
    };
    const source = { kind: 'csv', url: `${site.origin}/prices.csv`, extract } as const;
    const collecting = await openCollecting(stage, site, { source });
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 2 });
    expect((await findPoints(stage.acme, {})).map((point) => [point.dedupe_key, point.price_cents])).toEqual([
      ['ext_7', 4_250],
      ['ext_8', 4_350],
    ]);
  });

  test.each(['adapter.mjs', 'adapter.py'])('%s runs as an adapter under the limits of its source', async (name) => {
    const site = await openSite();
    const source = { kind: 'adapter', url: fixture(name), extract: null, ratePerMinute: 1, burst: 5 } as const;
    const collecting = await openCollecting(stage, site, {
      source: { ...source, options: { requestsPerRun: 3 } },
      runtime: { timeoutMs: 30_000 },
    });
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 2 });
    const [point] = await findPoints(stage.acme, {});
    expect(point).toMatchObject({ dedupe_key: 'ext_1', title: '1900 Morgan dollar', price_cents: 1_100 });
    const { tokensLeft } = await import('../../../src/collect/index.js');
    const left = await tokensLeft(stage.acme, (await findSource(stage.acme, 'coins')).source);
    expect(left).toBeLessThan(5);
    await stage.acme.query('UPDATE cf_sources SET paused_until = cf_now() + 100000');
    expect(await collecting.run()).toMatchObject({ completed: 0, snoozed: 1 });
  });
});
