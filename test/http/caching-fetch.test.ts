import { describe, expect, it } from 'vitest';
import { createCachingFetch } from '../../src/http/index.js';
import { BAD_PEERS, httpPeer } from './peers.js';

describe('the cache as fetch', () => {
  it('sends method, headers and body, and returns a Response', async () => {
    const peer = await httpPeer((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        response.writeHead(201, { 'x-method': request.method, 'set-cookie': ['a=1', 'b=2'] }).end(body);
      });
    });
    const fetchCached = createCachingFetch({ allowPrivate: true });
    const response = await fetchCached(peer.url, { method: 'POST', body: 'hello', headers: [['x-a', '1']] });
    expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([201, 'POST', 'hello']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('reuses responses, whatever the cache mode of the request is', async () => {
    let count = 0;
    const peer = await httpPeer((_, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', etag: '"1"' }).end(String(++count));
    });
    const fetchCached = createCachingFetch({ allowPrivate: true });
    await fetchCached(peer.url);
    const again = await fetchCached(peer.url, { cache: 'no-store' } as RequestInit);
    expect(await again.text()).toBe('1');
    // A busy machine may need more than a second between the two requests.
    expect(Number(again.headers.get('age'))).toBeLessThan(60);
    expect(await (await fetchCached(peer.url, { cache: 'no-cache' } as RequestInit)).text()).toBe('2');
  });

  it('follows redirects unless they are manual', async () => {
    const peer = await httpPeer((request, response) => {
      if (request.url === '/there') response.end('there');
      else response.writeHead(302, { location: '/there' }).end();
    });
    const fetchCached = createCachingFetch({ allowPrivate: true });
    expect(await (await fetchCached(peer.url)).text()).toBe('there');
    expect((await fetchCached(peer.url, { redirect: 'manual' })).status).toBe(302);
  });

  it('responds with 504 if the origin cannot be reached, and fails if it may not be', async () => {
    const bad = await BAD_PEERS.hangsUp();
    expect((await createCachingFetch({ allowPrivate: true })(bad.url)).status).toBe(504);
    await expect(createCachingFetch({ allowPrivate: false })(bad.url)).rejects.toThrow(TypeError);
  });
});
