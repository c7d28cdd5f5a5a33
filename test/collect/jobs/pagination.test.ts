import { describe, expect, test } from 'vitest';
import { editSource, findPoints, type NewSource } from '../../../src/collect/index.js';
import { type Collecting, openCollecting } from '../staging/collecting.js';
import { openSite, sendPrices, type Site, SITE_EXTRACTION } from '../staging/site.js';
import { PRIVATE, STORES, useCollectStage } from '../staging/stage.js';

const extract = { ...SITE_EXTRACTION, pagination: { page: 'page' } };
/** Two pages at once; the third has to wait for longer than a job waits. */
const SLOW: Partial<NewSource> = { extract, maxPages: 3, ratePerMinute: 6, burst: 2, obeyRobots: false };

const pageOf = (path: string): number => Number(new URL(path, 'http://x').searchParams.get('page') ?? '1');

describe.each(STORES)('pages of a source on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  /** A collection of three pages that was postponed after the second. */
  async function postponed(): Promise<{ site: Site; collecting: Collecting }> {
    const site = await openSite((request, response) => {
      const page = pageOf(request.url ?? '');
      sendPrices(response, [{ id: `${page}a` }, { id: `${page}b` }]);
    });
    const collecting = await openCollecting(stage, site, { source: SLOW });
    expect(await collecting.run()).toMatchObject({ jobs: 1, snoozed: 1, completed: 0 });
    expect(site.requests.map(pageOf)).toEqual([1, 2]);
    // The time has come.
    await stage.acme.query('DELETE FROM cf_limits');
    await stage.acme.query('UPDATE cf_jobs SET run_at = 0');
    return { site, collecting };
  }

  test('a collection that is postponed between pages goes on with the next page', async () => {
    const { site, collecting } = await postponed();
    expect(await findPoints(stage.acme, {})).toEqual([]);
    expect(await collecting.run()).toMatchObject({ jobs: 1, completed: 1, pricePointsNew: 6 });
    expect(site.requests.map(pageOf)).toEqual([1, 2, 3]);
    // All pages are one response to the query, and each point names its page.
    const stored = await stage.acme.query<{ id: string; page: number; fetch_id: string; query_key: string }>(
      'SELECT id, page, fetch_id, query_key FROM cf_source_responses ORDER BY page',
    );
    expect(stored.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(new Set(stored.map(({ fetch_id, query_key }) => `${fetch_id} ${query_key}`)).size).toBe(1);
    expect(stored[0]?.query_key).toMatch(/^[0-9a-f]{64}$/);
    const origins = (await findPoints(stage.acme, {})).map(({ external_id, response_id }) => ({
      ...{ page: stored.find(({ id }) => id === response_id)?.page, id: external_id },
    }));
    expect(origins.every(({ page, id }) => id?.startsWith(String(page)))).toBe(true);
  });

  test('pages of a source that was edited meanwhile are read again', async () => {
    const { site, collecting } = await postponed();
    await editSource(stage.acme, 'coins', { maxPages: 2 }, PRIVATE);
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 4 });
    expect(site.requests.map(pageOf)).toEqual([1, 2, 1, 2]);
  });

  test('pages that are too old are read again', async () => {
    const { site, collecting } = await postponed();
    await stage.acme.query('UPDATE cf_source_responses SET fetched_at = fetched_at - 3600000');
    await editSource(stage.acme, 'coins', { ratePerMinute: null }, PRIVATE);
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 6 });
    expect(site.requests.map(pageOf)).toEqual([1, 2, 1, 2, 3]);
  });

  test.each([
    { status: 502, requests: [1, 2, 3, 3], title: 'a page that fails is read again, not the pages before it' },
    {
      status: 400,
      requests: [1, 2, 3, 1, 2, 3],
      title: 'a page that is refused is not asked for again: its cursor may have expired',
    },
  ])('$title', async ({ status, requests }) => {
    const site = await openSite((request, response) => {
      const page = pageOf(request.url ?? '');
      if (page === 3) response.writeHead(status).end();
      else sendPrices(response, [{ id: `${page}a` }]);
    });
    const collecting = await openCollecting(stage, site, { source: { ...SLOW, ratePerMinute: null } });
    expect(await collecting.run()).toMatchObject({ jobs: 1, completed: 0 });
    expect(site.requests.map(pageOf)).toEqual([1, 2, 3]);
    expect(await findPoints(stage.acme, {})).toEqual([]);
    site.respond = (request, response) => sendPrices(response, [{ id: `${pageOf(request.url ?? '')}a` }]);
    const [job] = await collecting.jobs();
    if (job?.status === 'failed') await stage.engine.retry(job.id);
    await stage.acme.query('UPDATE cf_jobs SET run_at = 0');
    expect(await collecting.run()).toMatchObject({ jobs: 1, completed: 1, pricePointsNew: 3 });
    expect(site.requests.map(pageOf)).toEqual(requests);
    // What was kept on the way is stored once, with the pages that followed.
    expect(await stage.acme.query('SELECT page FROM cf_source_responses ORDER BY page')).toHaveLength(3);
  });

  test('a layout that changes on the page after a pause keeps all pages and stores no price', async () => {
    const { site, collecting } = await postponed();
    site.respond = (_, response) => response.end('{"results":[{"id":"1","cost":5},{"id":"2"},{"id":"3"}]}');
    expect(await collecting.run()).toMatchObject({ failed: 1 });
    expect(await stage.acme.query('SELECT page FROM cf_source_responses ORDER BY page')).toHaveLength(3);
    expect(await findPoints(stage.acme, {})).toEqual([]);
  });
});
