import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findBrokenRows, findPoints, findSource } from '../../../src/collect/index.js';
import { findEvents } from '../../../src/events/index.js';
import { openCollecting } from '../staging/collecting.js';
import { openSite, sendPrices, type Site } from '../staging/site.js';
import { STORES, useCollectStage } from '../staging/stage.js';

/** A server, what the one attempt at it leads to, and what the breaker has counted. */
interface Case {
  readonly respond: Site['respond'];
  readonly status: 'pending' | 'failed' | 'completed' | 'completed_with_warnings';
  readonly attempts: number;
  readonly streak: number;
  readonly code?: string;
  readonly points?: number;
}

/** Made once: it takes as long as a request may. */
const GZIP_BOMB = gzipSync(Buffer.alloc(50_000_000));

const CASES: Readonly<Record<string, Case>> = {
  '429 without Retry-After is a clock': {
    respond: (_, response) => response.writeHead(429).end(),
    ...{ status: 'pending', attempts: 0, streak: 0 },
  },
  '429 with Retry-After is a clock': {
    respond: (_, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
    ...{ status: 'pending', attempts: 0, streak: 0 },
  },
  '503 with Retry-After is a clock': {
    respond: (_, response) => response.writeHead(503, { 'retry-after': '120' }).end(),
    ...{ status: 'pending', attempts: 0, streak: 0 },
  },
  '503 without Retry-After is a failure': {
    respond: (_, response) => response.writeHead(503).end(),
    ...{ status: 'pending', attempts: 1, streak: 1, code: 'HTTP_SERVER_ERROR' },
  },
  '500 is a failure': {
    respond: (_, response) => response.writeHead(500).end(),
    ...{ status: 'pending', attempts: 1, streak: 1, code: 'HTTP_SERVER_ERROR' },
  },
  '403 is a failure: the source does not want us': {
    respond: (_, response) => response.writeHead(403).end(),
    ...{ status: 'pending', attempts: 1, streak: 1, code: 'HTTP_BLOCKED' },
  },
  '404 is not a sick source': {
    respond: (_, response) => response.writeHead(404).end(),
    ...{ status: 'completed', attempts: 0, streak: 0, points: 0 },
  },
  'a closed connection is a failure': {
    respond: (request) => request.socket.destroy(),
    ...{ status: 'pending', attempts: 1, streak: 1, code: 'NETWORK_ERROR' },
  },
  '200 with garbage stores nothing': {
    respond: (_, response) => response.end('<html>Welcome!</html>'),
    ...{ status: 'failed', attempts: 1, streak: 0, code: 'SOURCE_UNREADABLE' },
  },
  'a slow drip is cut off at the deadline': {
    respond: (_, response) => {
      const drip = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(drip));
    },
    ...{ status: 'pending', attempts: 1, streak: 1, code: 'NETWORK_ERROR' },
  },
  'an endless body is cut off at its limit': {
    respond: (_, response) => {
      const chunk = Buffer.alloc(65_536, 32);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    ...{ status: 'failed', attempts: 1, streak: 0, code: 'RESPONSE_TOO_LARGE' },
  },
  'a gzip bomb is cut off at its limit': {
    respond: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(GZIP_BOMB),
    ...{ status: 'failed', attempts: 1, streak: 0, code: 'RESPONSE_TOO_LARGE' },
  },
  'a redirect to a link-local address is refused': {
    respond: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    ...{ status: 'failed', attempts: 1, streak: 0, code: 'ADDRESS_REFUSED' },
  },
  'a wrong charset does not break prices': {
    respond: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(
        Buffer.from(
          '{"results":[{"id":"1","title":"M\xfcnze","price":5,"currency":"EUR","type":"sold","sold_at":"2026-10-01"}]}',
          'latin1',
        ),
      );
    },
    ...{ status: 'completed', attempts: 0, streak: 0, points: 1 },
  },
  'a changed layout stores nothing': {
    respond: (_, response) => response.end('{"results":[{"id":"1","cost":5},{"id":"2","cost":6},{"id":"3","cost":7}]}'),
    ...{ status: 'failed', attempts: 1, streak: 0, code: 'SOURCE_UNREADABLE' },
  },
  'a row that breaks the contract is quarantined, the others are stored': {
    respond: (_, response) => sendPrices(response, [{ id: '1' }, { id: '2', price: 'call us' }, { id: '3' }]),
    ...{ status: 'completed_with_warnings', attempts: 0, streak: 0, points: 2 },
  },
};

describe.each(STORES)('a server on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test.each(Object.keys(CASES))('%s', async (name) => {
    const { respond, status, attempts, streak, code, points = 0 } = CASES[name]!;
    const site = await openSite(respond);
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    const [job] = await collecting.jobs();
    expect(job).toMatchObject({ status, attempts });
    if (code !== undefined) expect(job?.errors.at(-1)?.code).toBe(code);
    const { health } = await findSource(stage.acme, 'coins');
    expect(health).toMatchObject({ state: 'closed', failureStreak: streak });
    expect(await findPoints(stage.acme, {})).toHaveLength(points);
    // A connection that was closed when it was used again is tried once more.
    expect(new Set(site.requests).size).toBe(1);
    expect(site.requests.length).toBeLessThanOrEqual(code === 'NETWORK_ERROR' ? 2 : 1);
  });

  test('a changed layout is noticed: an event, and the page is kept', async () => {
    const site = await openSite(CASES['a changed layout stores nothing']!.respond);
    const collecting = await openCollecting(stage, site);
    await collecting.run();
    const events = await findEvents(stage.engine.database, 'acme', { limit: 100 });
    expect(events.map(({ eventType }) => eventType)).toContain('source.layout_changed');
    expect(await findBrokenRows(stage.acme, { sourceId: collecting.sourceId, limit: 10 })).toMatchObject([
      { error_type: 'layout' },
    ]);
    expect(await stage.acme.query('SELECT hash FROM cf_source_bodies')).toHaveLength(1);
  });
});
