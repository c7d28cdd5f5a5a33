import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Resolver } from '../../../src/http/index.js';
import { followRedirects } from '../../../src/http/pages/redirects.js';
import { httpPeer, listen, type Peer } from '../peers.js';
import { failureOf, fetchOne } from './fetching.js';

/** Redirects `/hook` to a place, and returns the path and headers of every other request. */
function redirectingPeer(location: (peer: { port: number }) => string, status = 302): Promise<Peer> {
  const peer = httpPeer((request, response) => {
    if (request.url !== '/hook') return void response.end(JSON.stringify([request.url, request.headers]));
    void peer.then((self) => response.writeHead(status, { location: location(self) }).end('elsewhere'));
  });
  return peer;
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with status %i is followed', async (status) => {
    const peer = await redirectingPeer(() => '/there?a=1#part', status);
    const page = await fetchOne({ url: peer.url });
    expect(page).toMatchObject({ url: `http://127.0.0.1:${peer.port}/there?a=1`, status: 200, requests: 2 });
    expect(peer.connections()).toBe(1);
  });

  it('keeps headers on the same origin, and drops all credentials for another one', async () => {
    const other = await redirectingPeer(() => '/');
    const headers = { authorization: 'a', 'x-api-key': 'b', cookie: 'c', accept: 'text/html' };
    const same = await redirectingPeer(() => '/same');
    const [, kept] = JSON.parse((await fetchOne({ url: same.url, headers })).body.toString()) as [string, object];
    expect(kept).toMatchObject(headers);
    const away = await redirectingPeer(() => `http://127.0.0.1:${other.port}/away`);
    const [, left] = JSON.parse((await fetchOne({ url: away.url, headers })).body.toString()) as [string, object];
    expect(left).toMatchObject({
      accept: 'text/html',
      'user-agent': expect.stringContaining('CasparianFlow') as string,
    });
    expect(Object.keys(left)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(JSON.stringify(left)).not.toMatch(/x-api-key|cookie/);
  });

  it('in a circle is refused', async () => {
    const peer = await redirectingPeer(({ port }) => `http://127.0.0.1:${port}/hook`);
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'refused', code: 'REDIRECT_REFUSED' });
  });

  it('is followed five times, not six', async () => {
    let count = 0;
    const peer = await httpPeer((_, response) => response.writeHead(302, { location: `/${++count}` }).end());
    expect(await failureOf({ url: peer.url })).toMatchObject({ code: 'REDIRECT_REFUSED' });
    expect(count).toBe(6);
  });

  it.each([undefined, 'http://[bad'])('to %j is unreadable', async (location) => {
    const peer = await httpPeer((_, response) => response.writeHead(302, location ? { location } : {}).end());
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'bad_content' });
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS_REFUSED'],
    ['http://[fe80::1]/', 'ADDRESS_REFUSED'],
    ['ftp://127.0.0.1/', 'URL_REFUSED'],
    ['http://user:secret@127.0.0.1/', 'URL_REFUSED'],
  ])('to %s is refused even where private addresses are allowed', async (location, code) => {
    const peer = await redirectingPeer(() => location);
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'refused', code });
  });

  it('is refused by the caller before it is followed', async () => {
    const peer = await redirectingPeer(() => '/private');
    const seen: string[] = [];
    const checkHop = (url: URL): void => {
      seen.push(url.pathname);
      throw new Error('robots.txt forbids it');
    };
    await expect(fetchOne({ url: peer.url, checkHop })).rejects.toThrow('robots.txt forbids it');
    expect(seen).toEqual(['/private']);
  });
});

describe('a redirect from https to http', () => {
  const follow = (allowPrivate: boolean): Promise<{ request: { url: string } }> => {
    const first = { method: 'GET', url: 'https://site.test/a', headers: {} };
    const send = ({ url }: { url: string }): Promise<{ status: number; headers: [string, string][] }> =>
      Promise.resolve({ status: url.startsWith('https') ? 302 : 200, headers: [['Location', 'http://site.test/b']] });
    return followRedirects(first, send, { maxRedirects: 5, allowPrivate });
  };

  it('is refused', async () => {
    await expect(follow(false)).rejects.toThrow(
      expect.objectContaining({ code: 'REDIRECT_REFUSED', facts: { reason: 'downgrade' } }) as object,
    );
  });

  it('is followed where private addresses are allowed', async () => {
    expect((await follow(true)).request.url).toBe('http://site.test/b');
  });
});

describe('addresses', () => {
  it('are checked again at every hop: the second lookup of a name may be private', async () => {
    const peer = await redirectingPeer(({ port }) => `http://rebinding.test:${port}/second`);
    let lookups = 0;
    const resolve: Resolver = () => {
      lookups++;
      return Promise.resolve([{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    };
    const url = `http://rebinding.test:${peer.port}/hook`;
    expect(await failureOf({ url }, { resolve })).toMatchObject({ class: 'refused', code: 'ADDRESS_REFUSED' });
    expect([lookups, peer.connections()]).toEqual([2, 1]);
  });

  it('on loopback are refused without the setting, before anything is sent', async () => {
    const peer = await httpPeer((_, response) => response.end());
    const strict = { allowPrivate: false };
    expect(await failureOf({ url: peer.url }, strict)).toMatchObject({ code: 'URL_REFUSED' });
    const secure = peer.url.replace('http:', 'https:');
    expect(await failureOf({ url: secure }, strict)).toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(peer.connections()).toBe(0);
  });

  it('of IPv6 work, in a URL and by name', async () => {
    const server = createServer((request, response) => response.end(request.headers.host));
    const peer = await listen(server, 'http', '::1');
    const literal = await fetchOne({ url: `http://[::1]:${peer.port}/` });
    expect(literal.body.toString()).toBe(`[::1]:${peer.port}`);
    const resolve: Resolver = () => Promise.resolve([{ address: '::1', family: 6 }]);
    const named = await fetchOne({ url: `http://six.test:${peer.port}/` }, { resolve });
    expect(named.body.toString()).toBe(`six.test:${peer.port}`);
  });
});
