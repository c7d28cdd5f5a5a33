import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemoryCache, failureClassOf, type Page, type PageRequest } from '../../../src/http/index.js';
import { httpPeer } from '../peers.js';
import { pageClient } from './fetching.js';

const START = Date.parse('2026-03-01T12:00:00Z');

/** A site behind a cache, and a clock that the test moves. */
async function cachedSite(listener: RequestListener) {
  let now = START;
  const requests: IncomingMessage[] = [];
  const peer = await httpPeer((request, response) => {
    requests.push(request);
    response.sendDate = false;
    listener(request, response);
  });
  const pages = pageClient({ now: () => now });
  const cache = createMemoryCache();
  const get = (more: Partial<PageRequest> = {}): Promise<Page> => pages.fetchPage({ url: peer.url, cache, ...more });
  return { peer, requests, cache, get, after: (ms: number): void => void (now += ms) };
}

function fresh(response: ServerResponse, text: string, more = {}): void {
  response.writeHead(200, { 'cache-control': 'max-age=60', etag: '"1"', ...more }).end(text);
}

describe('a page with a cache', () => {
  it('comes from the network, from the cache, and is validated', async () => {
    const { get, after, requests } = await cachedSite((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else fresh(response, 'page');
    });
    expect(await get()).toMatchObject({ source: 'network', requests: 1, fetchedAt: START });
    after(59_000);
    expect(await get()).toMatchObject({ source: 'cache', requests: 0, fetchedAt: START, body: Buffer.from('page') });
    after(1_000);
    expect(await get()).toMatchObject({ source: 'validated', requests: 1, fetchedAt: START + 60_000, status: 200 });
    expect(requests).toHaveLength(2);
  });

  it('is stored compressed, and decompressed each time', async () => {
    const { get, cache, peer } = await cachedSite((_, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'content-encoding': 'gzip' }).end(gzipSync('page'));
    });
    await get();
    expect((await get()).body.toString()).toBe('page');
    expect((await cache.get(peer.url))[0]?.body).toEqual(gzipSync('page'));
  });

  it('is stale if the source fails, and carries the failure', async () => {
    let status = 200;
    const { get, after } = await cachedSite((_, response) => {
      if (status === 200) fresh(response, 'page');
      else response.writeHead(status, { 'retry-after': '9' }).end();
    });
    await get();
    after(61_000);
    status = 503;
    const page = await get({ staleIfErrorMs: 10_000 });
    expect(page).toMatchObject({ source: 'stale', fetchedAt: START, requests: 1, body: Buffer.from('page') });
    expect([failureClassOf(page.failure), page.failure?.retryAfterMs]).toEqual(['unavailable', 9_000]);
    await expect(get()).rejects.toThrow(expect.objectContaining({ code: 'HTTP_SERVER_ERROR' }) as object);
  });

  it('is stale if the source cannot be reached', async () => {
    const { get, after, peer } = await cachedSite((_, response) => fresh(response, 'page'));
    await get();
    after(61_000);
    await peer.close();
    const page = await get({ staleIfErrorMs: 10_000 });
    expect([page.source, failureClassOf(page.failure)]).toEqual(['stale', 'network']);
  });

  it('that is wanted from the cache only sends nothing', async () => {
    const { get, after, requests } = await cachedSite((_, response) => fresh(response, 'page'));
    const missing = get({ onlyIfCached: { maxStaleMs: 0 } });
    await expect(missing).rejects.toThrow(expect.objectContaining({ code: 'RESPONSE_NOT_CACHED' }) as object);
    await get();
    after(90_000);
    expect(await get({ onlyIfCached: { maxStaleMs: 30_000 } })).toMatchObject({ source: 'cache', requests: 0 });
    await expect(get({ onlyIfCached: { maxStaleMs: 29_000 } })).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });

  it('that redirects is stored hop by hop', async () => {
    const { get, requests } = await cachedSite((request, response) => {
      if (request.url === '/there') fresh(response, 'page');
      else response.writeHead(301, { location: '/there', 'cache-control': 'max-age=60' }).end();
    });
    expect(await get()).toMatchObject({ requests: 2 });
    expect(await get()).toMatchObject({ requests: 0, source: 'cache' });
    expect(requests).toHaveLength(2);
  });

  it('that is missing is remembered', async () => {
    const { get, requests } = await cachedSite((_, response) => {
      response.writeHead(404, { 'cache-control': 'max-age=60' }).end();
    });
    for (let count = 0; count < 2; count++) {
      await expect(get()).rejects.toThrow(expect.objectContaining({ code: 'HTTP_NOT_FOUND' }) as object);
    }
    expect(requests).toHaveLength(1);
  });

  it('that ends early is not stored', async () => {
    let isWhole = false;
    const { get, cache, peer } = await cachedSite((_, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'content-length': 8 });
      if (isWhole) response.end('complete');
      else response.write('half', () => response.destroy());
    });
    await expect(get()).rejects.toThrow(expect.objectContaining({ code: 'NETWORK_ERROR' }) as object);
    expect(await cache.get(peer.url)).toHaveLength(0);
    isWhole = true;
    expect((await get()).body.toString()).toBe('complete');
  });
});
