import { describe, expect, test } from 'vitest';
import {
  addIntake,
  editSource,
  findPoints,
  findSource,
  findValuation,
  isolateSource,
  listIntakes,
  pauseSource,
  resumeSource,
  valuationHistory,
} from '../../../src/collect/index.js';
import { readSource } from '../../../src/collect/jobs/read-source.js';
import { tenantDatabase } from '../../../src/database/index.js';
import { explainWaiting } from '../../../src/operations/index.js';
import { openCollecting, testRuntime } from '../staging/collecting.js';
import { openSite, sendPrices, type Site } from '../staging/site.js';
import { PRIVATE, STORES, useCollectStage } from '../staging/stage.js';

const NO_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const fails: Site['respond'] = (_, response) => response.writeHead(500).end();

describe.each(STORES)('governance on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test('five failures open the breaker; while it is open no request is sent, and jobs wait uncharged', async () => {
    const site = await openSite(fails);
    const collecting = await openCollecting(stage, site, { intakes: 8, source: { maxConcurrency: 1 } });
    await collecting.run({ parallel: 1, maxWaitMs: 2_000 });
    expect(site.requests).toHaveLength(5);
    expect((await findSource(stage.acme, 'coins')).health).toMatchObject({ state: 'open', failureStreak: 5 });
    const before = await collecting.jobs();
    await stage.acme.query('UPDATE cf_jobs SET run_at = 0');
    const counts = await collecting.run();
    expect(counts).toMatchObject({ jobs: 8, snoozed: 8, failed: 0 });
    expect([site.requests.length, site.robots.count]).toEqual([5, 1]);
    const attempts = (jobs: typeof before): number => jobs.reduce((sum, job) => sum + job.attempts, 0);
    expect(attempts(await collecting.jobs())).toBe(attempts(before));
  });

  test('a source recovers: one probe, then everything', async () => {
    const site = await openSite(fails);
    const collecting = await openCollecting(stage, site, { intakes: 6, source: { maxConcurrency: 1 } });
    await collecting.run({ parallel: 1, maxWaitMs: 2_000 });
    site.respond = (_, response) => sendPrices(response);
    await stage.acme.query('UPDATE cf_source_breakers SET opened_until = 1');
    await stage.acme.query('UPDATE cf_jobs SET run_at = 0');
    expect(await collecting.run({ maxWaitMs: 5_000 })).toMatchObject({ completed: 6, snoozed: 0 });
    expect((await findSource(stage.acme, 'coins')).health).toMatchObject({ state: 'closed', openCount: 0 });
  });

  test('a server that cannot be reached at all opens the breaker, too: robots.txt counts', async () => {
    const site = await openSite();
    const collecting = await openCollecting(stage, { ...site, origin: 'http://127.0.0.1:1' }, { intakes: 7 });
    await collecting.run({ parallel: 1, maxWaitMs: 2_000 });
    expect((await findSource(stage.acme, 'coins')).health).toMatchObject({ state: 'open', failureStreak: 5 });
  });

  test('an old response replaces an error: it is flagged, the breaker counts the failure, and a new response ends the flag', async () => {
    const site = await openSite((_, response) => {
      response.setHeader('etag', '"one"');
      sendPrices(response, [{ id: '1' }], 'max-age=0');
    });
    const collecting = await openCollecting(stage, site, { source: { maxStaleSeconds: 3_600 } });
    await collecting.run();
    await stage.acme.query('DELETE FROM cf_price_points');
    const works = site.respond;
    site.respond = fails;
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 1 });
    const flags = async (): Promise<number[]> => (await findPoints(stage.acme, {})).map(({ stale }) => stale);
    expect(await flags()).toEqual([1]);
    expect((await findSource(stage.acme, 'coins')).health).toMatchObject({ failureStreak: 1, state: 'closed' });
    site.respond = works;
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsUpdated: 1 });
    expect(await flags()).toEqual([0]);
    expect((await findSource(stage.acme, 'coins')).health.failureStreak).toBe(0);
  });

  test('a paused or isolated source gets no request, and resume makes its jobs due', async () => {
    const site = await openSite();
    const collecting = await openCollecting(stage, site);
    await pauseSource(stage.acme, 'coins', { reason: 'night' });
    expect(await collecting.run()).toMatchObject({ jobs: 1, snoozed: 1 });
    const why = async (): Promise<string> => {
      const { reasons } = await explainWaiting(stage.engine.database, (await collecting.jobs())[0]?.id ?? '');
      return `${reasons[0]?.code}: ${reasons[0]?.message}`;
    };
    expect(await why()).toMatch(/^waiting_for_source: It waits for source coins, which is paused.*\(night\)/);
    await isolateSource(stage.acme, 'coins');
    expect(await why()).toBe('waiting_for_source: It waits for source coins, which is isolated.');
    await stage.acme.query('UPDATE cf_jobs SET run_at = 0');
    expect(await collecting.run()).toMatchObject({ jobs: 1, snoozed: 1 });
    expect([site.requests.length, site.robots.count]).toEqual([0, 0]);
    expect(await collecting.jobs()).toMatchObject([{ status: 'pending', attempts: 0 }]);
    await resumeSource(stage.acme, 'coins');
    expect(await collecting.run()).toMatchObject({ jobs: 1, completed: 1 });
  });

  test('the rate is kept over all jobs, and limited jobs wait uncharged', async () => {
    const times: number[] = [];
    const site = await openSite((_, response) => {
      times.push(performance.now());
      sendPrices(response);
    });
    const source = { ratePerMinute: 600, burst: 2, maxConcurrency: 8, obeyRobots: false };
    const collecting = await openCollecting(stage, site, { intakes: 10, source });
    expect(await collecting.run({ maxWaitMs: 10_000, parallel: 8 })).toMatchObject({ completed: 10, failed: 0 });
    expect((await collecting.jobs()).every(({ attempts }) => attempts === 0)).toBe(true);
    // One token in 100 ms and two at once: the tenth is granted after 800 ms. The first request may take a while to arrive.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(500);
  });

  test('at most as many requests at the same time as the source permits', async () => {
    let [now, most] = [0, 0];
    const site = await openSite((_, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        sendPrices(response);
      }, 50);
    });
    const collecting = await openCollecting(stage, site, {
      intakes: 8,
      source: { maxConcurrency: 2, obeyRobots: false },
    });
    expect(await collecting.run({ maxWaitMs: 20_000, parallel: 8 })).toMatchObject({ completed: 8 });
    expect(most).toBeLessThanOrEqual(2);
  });

  test('robots.txt refuses a URL: the job fails and the page is not requested', async () => {
    const site = await openSite();
    site.robotsText = 'User-agent: *\nDisallow: /s';
    const collecting = await openCollecting(stage, site);
    expect(await collecting.run()).toMatchObject({ failed: 1 });
    const [job] = await collecting.jobs();
    expect(job?.errors.at(-1)?.code).toBe('ROBOTS_DISALLOWED');
    expect(site.requests).toEqual([]);
    await editSource(stage.acme, 'coins', { obeyRobots: false }, PRIVATE);
    expect(await collecting.run()).toMatchObject({ completed: 1 });
  });

  test('robots.txt is fetched once, however many workers need it at first', async () => {
    const site = await openSite();
    site.robotsText = 'User-agent: *\nDisallow: /private';
    await openCollecting(stage, site, { intakes: 12, source: { maxConcurrency: 12 } });
    const others = await Promise.all([stage.openAnother(), stage.openAnother()]);
    const { source } = await findSource(stage.acme, 'coins');
    const intakes = await listIntakes(stage.acme, { limit: 12 });
    // Three engines share nothing but the database, as three processes do.
    const engines = [stage.engine, ...others];
    const runtimes = engines.map((engine) => testRuntime({ ...stage, engine }, { timeoutMs: 20_000 }));
    const context = { signal: new AbortController().signal, log: NO_LOG };
    const read = intakes.map((intake, index) => {
      const [engine, runtime] = [engines[index % 3]!, runtimes[index % 3]!];
      const database = tenantDatabase(engine.database, 'acme');
      return readSource({ runtime, database, source, intake, context });
    });
    expect((await Promise.all(read)).map(({ from }) => from)).toEqual(Array(12).fill('network'));
    expect([site.robots.count, site.requests.length]).toEqual([1, 12]);
    await Promise.all(runtimes.map((runtime) => runtime.close()));
  });

  test('within its TTL a response is used again, also for another intake with the same query', async () => {
    const site = await openSite();
    const source = { cacheTtlSeconds: 3_600, url: `${site.origin}/s?q={title}` };
    const collecting = await openCollecting(stage, site, { source });
    await collecting.run();
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 0, duplicates: 2 });
    expect(site.requests).toHaveLength(1);
    // Another revision asks again.
    await editSource(stage.acme, 'coins', { maxPages: 2 }, PRIVATE);
    await collecting.run();
    expect(site.requests).toHaveLength(2);
  });

  test('404 is remembered for the negative TTL', async () => {
    const site = await openSite((_, response) => response.writeHead(404).end());
    const collecting = await openCollecting(stage, site, { source: { negativeTtlSeconds: 600 } });
    for (let round = 0; round < 3; round++) expect(await collecting.run()).toMatchObject({ completed: 1 });
    expect(site.requests).toHaveLength(1);
    await stage.acme.query('UPDATE cf_source_responses SET fetched_at = fetched_at - 600000');
    await collecting.run();
    expect(site.requests).toHaveLength(2);
  });

  test('while the breaker is open, an older response is used and its points are flagged', async () => {
    const site = await openSite();
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    await stage.acme.query('DELETE FROM cf_price_points');
    await stage.acme.query('UPDATE cf_source_breakers SET opened_until = cf_now() + 100000, open_count = 1');
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 2 });
    expect(site.requests).toHaveLength(1);
    expect((await findPoints(stage.acme, {})).map(({ stale }) => stale)).toEqual([1, 1]);
    await stage.acme.query('UPDATE cf_source_responses SET fetched_at = 1');
    expect(await collecting.run()).toMatchObject({ snoozed: 1 });
  });

  test('a response with a validator costs a request but no new body', async () => {
    const conditions: (string | undefined)[] = [];
    const site = await openSite((request, response) => {
      conditions.push(request.headers['if-none-match']);
      response.setHeader('etag', '"one"').setHeader('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === '"one"') return void response.writeHead(304).end();
      response.setHeader('content-type', 'application/json');
      const price = { id: '1', title: 'Morgan', price: 5, currency: 'USD', type: 'sold', sold_at: '2026-10-01' };
      response.end(JSON.stringify({ results: [price] }));
    });
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    expect(await collecting.run()).toMatchObject({ completed: 1, duplicates: 1 });
    expect(conditions).toEqual([undefined, '"one"']);
  });

  test('secrets are sent, and appear nowhere in the database', async () => {
    const secret = 'hunter2-very-secret';
    const seen: (string | undefined)[] = [];
    const site = await openSite((request, response) => {
      seen.push(request.headers.authorization);
      sendPrices(response);
    });
    const source = { credentials: { authorization: 'Bearer {env:SHOP_KEY}' } };
    const collecting = await openCollecting(stage, site, { source, runtime: { env: { SHOP_KEY: secret } } });
    await collecting.run();
    expect(seen).toEqual([`Bearer ${secret}`]);
    for (const table of [
      'cf_sources',
      'cf_jobs',
      'cf_source_responses',
      'cf_source_cache',
      'cf_events',
      'cf_job_logs',
    ]) {
      expect(JSON.stringify(await stage.acme.query(`SELECT * FROM ${table}`)), table).not.toContain(secret);
    }
    await expect(editSource(stage.acme, 'coins', { credentials: { authorization: secret } }, PRIVATE)).rejects.toThrow(
      /not a reference/,
    );
  });

  test('pages follow each other up to the limit of the source', async () => {
    const site = await openSite((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? '1');
      sendPrices(response, [{ id: `${page}a` }, { id: `${page}b` }]);
    });
    const { SITE_EXTRACTION } = await import('../staging/site.js');
    const extract = { ...SITE_EXTRACTION, pagination: { page: 'page' } };
    const collecting = await openCollecting(stage, site, { source: { extract, maxPages: 3 } });
    expect(await collecting.run()).toMatchObject({ completed: 1, pricePointsNew: 6 });
    expect(site.requests).toHaveLength(3);
  });

  test('changed points are valued once, with history', async () => {
    let price = 40;
    const site = await openSite((_, response) =>
      sendPrices(
        response,
        [1, 2, 3].map((id) => ({ id: `${price}-${id}`, price: price + id })),
      ),
    );
    const collecting = await openCollecting(stage, site);
    const [intake] = collecting.intakeIds;
    await collecting.run();
    expect(await findValuation(stage.acme, intake!)).toMatchObject({
      version: 1,
      value_cents: 4_200,
      currency: 'USD',
      n: 3,
    });
    await collecting.run();
    expect(await findValuation(stage.acme, intake!)).toMatchObject({ version: 1 });
    price = 60;
    await collecting.run();
    expect(await findValuation(stage.acme, intake!)).toMatchObject({ version: 2, n: 6 });
    expect(await valuationHistory(stage.acme, intake!, 10)).toMatchObject([{ version: 1, value_cents: 4_200 }]);
    const values = (await stage.engine.jobs({ tenant: 'acme', limit: 100 })).filter(
      ({ type }) => type === 'collect.value',
    );
    expect(values).toHaveLength(2);
  });

  test('two planners at the same time plan each pair once', async () => {
    const site = await openSite();
    const collecting = await openCollecting(stage, site, { intakes: 20 });
    const { planCollections } = await import('../../../src/collect/index.js');
    await Promise.all(Array.from({ length: 4 }, () => planCollections(stage.acme)));
    expect(await collecting.jobs()).toHaveLength(20);
    await addIntake(stage.acme, {
      ref: null,
      title: 'x',
      year: null,
      mintMark: null,
      denomination: null,
      series: null,
      attributes: {},
    });
    expect(await planCollections(stage.acme)).toEqual({ planned: 1, unfinished: 20 });
  });
});
