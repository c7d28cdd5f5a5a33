import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createRobots, type Robots, type RobotsRecord } from '../../../src/http/index.js';
import { BAD_PEERS, httpPeer, type Peer } from '../peers.js';
import { pageClient } from '../pages/fetching.js';

const DAY_MS = 86_400_000;

interface Site {
  readonly peer: Peer;
  readonly robots: Robots;
  readonly records: Map<string, RobotsRecord>;
  /** Requests for robots.txt so far. */
  readonly requests: () => number;
  /** Moves the clock. */
  readonly after: (ms: number) => void;
  readonly check: (path: string) => ReturnType<Robots['check']>;
}

async function site(listener: RequestListener): Promise<Site> {
  let requests = 0;
  let now = Date.parse('2026-03-01T00:00:00Z');
  const peer = await httpPeer((request, response) => {
    requests++;
    listener(request, response);
  });
  const records = new Map<string, RobotsRecord>();
  const store = {
    get: (origin: string) => Promise.resolve(records.get(origin)),
    put: (record: RobotsRecord) => Promise.resolve(void records.set(record.origin, record)),
  };
  const robots = createRobots({ pages: pageClient(), store, now: () => now });
  const origin = `http://127.0.0.1:${peer.port}`;
  const check = (path: string): ReturnType<Robots['check']> => robots.check(origin + path);
  return { peer, robots, records, requests: () => requests, after: (ms) => void (now += ms), check };
}

const sending = (text: string): Promise<Site> => site((_, response) => response.end(text));
const failing = (status: number, headers = {}): Promise<Site> =>
  site((_, response) => response.writeHead(status, headers).end('Disallow: /'));

describe('robots.txt of a site (RFC 9309 section 2.3)', () => {
  it('is obeyed, for our product token', async () => {
    const { check } = await sending('User-agent: CasparianFlow\nDisallow: /private\nCrawl-delay: 2\n');
    expect(await check('/private/a')).toEqual({
      allowed: false,
      why: 'robots.txt has the rule "Disallow: /private".',
      crawlDelayMs: 2_000,
      fetched: true,
    });
    expect(await check('/open')).toMatchObject({ allowed: true, crawlDelayMs: 2_000, fetched: false });
  });

  it('may itself always be fetched', async () => {
    const { check, requests } = await sending('User-agent: *\nDisallow: /');
    expect(await check('/robots.txt')).toMatchObject({ allowed: true, fetched: false });
    expect(requests()).toBe(0);
  });

  it('is fetched once a day', async () => {
    const { check, requests, after } = await sending('User-agent: *\nDisallow: /a');
    await check('/a');
    after(DAY_MS - 1);
    expect(await check('/a')).toMatchObject({ allowed: false, fetched: false });
    after(1);
    expect(await check('/a')).toMatchObject({ allowed: false, fetched: true });
    expect(requests()).toBe(2);
  });

  it.each([400, 401, 403, 404, 410, 451])('that responds with %i allows everything (2.3.1.3)', async (status) => {
    const { check } = await failing(status);
    expect(await check('/a')).toMatchObject({ allowed: true, why: 'The site has no robots.txt.' });
  });

  it.each([500, 502, 503, 599])('that responds with %i allows nothing (2.3.1.4)', async (status) => {
    const { check } = await failing(status);
    expect(await check('/a')).toMatchObject({
      allowed: false,
      why: expect.stringContaining('cannot be reached') as string,
    });
  });

  it('that responds with 429 allows nothing until the site is asked again', async () => {
    const { check, after, requests } = await failing(429, { 'retry-after': '3600' });
    expect(await check('/a')).toMatchObject({ allowed: false });
    after(3_599_000);
    await check('/a');
    expect(requests()).toBe(1);
    after(1_000);
    await check('/a');
    expect(requests()).toBe(2);
  });

  it.each(['closesEarly', 'hangsUp', 'talksNonsense'] as const)('of a server that %s allows nothing', async (kind) => {
    const { robots } = await sending('');
    const bad = await BAD_PEERS[kind]();
    expect(await robots.check(bad.url)).toMatchObject({ allowed: false, fetched: true });
  });

  it('that cannot be reached for 30 days counts as absent', async () => {
    const { check, after } = await failing(503);
    expect(await check('/a')).toMatchObject({ allowed: false });
    after(30 * DAY_MS - 1);
    expect(await check('/a')).toMatchObject({ allowed: false, fetched: true });
    after(1);
    expect(await check('/a')).toMatchObject({ allowed: true });
  });

  it('that cannot be reached for 30 days is replaced by its last copy', async () => {
    let status = 200;
    const { check, after } = await site((_, response) => response.writeHead(status).end('User-agent: *\nDisallow: /a'));
    await check('/a');
    status = 500;
    after(DAY_MS);
    expect(await check('/b')).toMatchObject({ allowed: false });
    after(30 * DAY_MS);
    expect(await check('/b')).toMatchObject({ allowed: true });
    expect(await check('/a')).toMatchObject({ allowed: false });
  });

  it('that works again is obeyed again', async () => {
    let status = 503;
    const { check, after, records } = await site((_, response) => response.writeHead(status).end(''));
    expect(await check('/a')).toMatchObject({ allowed: false });
    status = 200;
    after(600_000);
    expect(await check('/a')).toMatchObject({ allowed: true });
    expect([...records.values()]).toMatchObject([{ state: 'found', unreachableSince: null }]);
  });

  it('is found after five redirects, also on another host (2.3.1.2)', async () => {
    const other = await sending('User-agent: *\nDisallow: /a');
    const { check } = await site((request, response) => {
      const hop = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hop'));
      const location = hop < 4 ? `/robots.txt?hop=${hop + 1}` : `http://127.0.0.1:${other.peer.port}/robots.txt`;
      response.writeHead(302, { location }).end();
    });
    expect(await check('/a')).toMatchObject({ allowed: false });
    expect(await check('/b')).toMatchObject({ allowed: true });
  });

  it('counts as absent after more than five redirects', async () => {
    let hop = 0;
    const { check, requests } = await site((_, response) => response.writeHead(301, { location: `/${++hop}` }).end());
    expect(await check('/a')).toMatchObject({ allowed: true });
    expect(requests()).toBe(6);
  });

  it('that redirects to a forbidden address allows nothing', async () => {
    const { check } = await failing(302, { location: 'http://169.254.169.254/' });
    expect(await check('/a')).toMatchObject({ allowed: false });
  });

  it('is read up to 500 KiB, in whole lines (2.5)', async () => {
    const start = 'User-agent: *\nDisallow: /early\n';
    const filler = `# ${'x'.repeat(500 * 1_024 - start.length - 2 - 1 - 'Disallow: /'.length)}\n`;
    const { check } = await sending(`${start}${filler}Disallow: /late\n`);
    expect(await check('/early')).toMatchObject({ allowed: false });
    expect(await check('/late')).toMatchObject({ allowed: true });
    expect(await check('/other')).toMatchObject({ allowed: true });
  });

  it('of exactly 500 KiB is read to its end', async () => {
    const rule = '\nUser-agent: *\nDisallow: /a';
    const { check } = await sending('#'.repeat(500 * 1_024 - rule.length) + rule);
    expect(await check('/a')).toMatchObject({ allowed: false });
  });

  it('with a rule just before 500 KiB is obeyed', async () => {
    const rule = '\nUser-agent: *\nDisallow: /a\n';
    const { check } = await sending('#'.repeat(500 * 1_024 - rule.length) + rule + 'tail');
    expect(await check('/a')).toMatchObject({ allowed: false });
  });

  it('stops when the caller does', async () => {
    const { robots } = await sending('');
    const bad = await BAD_PEERS.hangs();
    await expect(robots.check(bad.url, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow();
  });
});
