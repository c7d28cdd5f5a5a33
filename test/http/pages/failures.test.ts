import { describe, expect, it } from 'vitest';
import type { Resolver } from '../../../src/http/index.js';
import { BAD_PEERS, httpPeer, rawPeer } from '../peers.js';
import { failureOf, fetchOne } from './fetching.js';

describe('a status that is not a page', () => {
  it.each([
    [500, 'server', 'HTTP_SERVER_ERROR'],
    [502, 'server', 'HTTP_SERVER_ERROR'],
    [503, 'unavailable', 'HTTP_SERVER_ERROR'],
    [504, 'server', 'HTTP_SERVER_ERROR'],
    [599, 'server', 'HTTP_SERVER_ERROR'],
    [429, 'rate_limited', 'RATE_LIMITED'],
    [401, 'blocked', 'HTTP_BLOCKED'],
    [403, 'blocked', 'HTTP_BLOCKED'],
    [451, 'blocked', 'HTTP_BLOCKED'],
    [404, 'not_found', 'HTTP_NOT_FOUND'],
    [410, 'not_found', 'HTTP_NOT_FOUND'],
    [400, 'client', 'HTTP_CLIENT_ERROR'],
    [422, 'client', 'HTTP_CLIENT_ERROR'],
    [408, 'timeout', 'NETWORK_ERROR'],
    [206, 'bad_content', 'RESPONSE_UNREADABLE'],
    [304, 'bad_content', 'RESPONSE_UNREADABLE'],
  ])('%i is a failure of class %s', async (status, failureClass, code) => {
    const peer = await httpPeer((_, response) => response.writeHead(status).end());
    const failure = await failureOf({ url: peer.url });
    expect(failure).toMatchObject({ class: failureClass, code, retryAfterMs: undefined });
    expect(failure.error.facts).toEqual({ status });
  });

  it.each([
    [429, '120', 120_000],
    [503, '7', 7_000],
    [503, 'soon', undefined],
  ])('%i with Retry-After: %s asks for a pause of %s ms', async (status, header, expected) => {
    const peer = await httpPeer((_, response) => response.writeHead(status, { 'retry-after': header }).end());
    expect(await failureOf({ url: peer.url })).toMatchObject({ retryAfterMs: expected });
  });

  it.each([429, 503])('%i with a date in Retry-After asks for a pause until then', async (status) => {
    const now = Date.parse('2026-03-01T10:00:00Z');
    const header = 'Sun, 01 Mar 2026 10:00:30 GMT';
    const peer = await httpPeer((_, response) => response.writeHead(status, { 'retry-after': header }).end());
    expect(await failureOf({ url: peer.url }, { now: () => now })).toMatchObject({ retryAfterMs: 30_000 });
  });

  it('names the host, but neither path nor query', async () => {
    const peer = await httpPeer((_, response) => response.writeHead(500).end());
    const { error } = await failureOf({ url: `http://127.0.0.1:${peer.port}/secret?token=hidden` });
    expect(error.message).toContain(`127.0.0.1:${peer.port}`);
    expect(`${error.message} ${error.why}`).not.toMatch(/secret|hidden/);
  });

  it('is explained', async () => {
    const explanations = [];
    for (const status of [400, 401, 404, 408, 429, 500, 503, 206]) {
      const peer = await httpPeer((_, response) => response.writeHead(status).end());
      explanations.push((await failureOf({ url: peer.url })).error.why);
    }
    expect(new Set(explanations).size).toBe(8);
  });

  it('is recognised although its body never ends', async () => {
    const peer = await httpPeer((_, response) => {
      response.writeHead(503);
      const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failureOf({ url: peer.url, maxBytes: 1_000_000 })).toMatchObject({ class: 'unavailable' });
  });
});

describe('a peer that misbehaves', () => {
  it.each(['hangs', 'drips', 'dripsHeaders'] as const)('that %s is given up at the deadline', async (kind) => {
    const peer = await BAD_PEERS[kind]();
    expect(await failureOf({ url: peer.url, deadlineMs: 300 })).toMatchObject({ class: 'timeout' });
  });

  it.each(['closesEarly', 'hangsUp', 'talksNonsense'] as const)('that %s is a network failure', async (kind) => {
    const peer = await BAD_PEERS[kind]();
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'network', code: 'NETWORK_ERROR' });
  });

  it('that closes in the middle of a chunk is a network failure', async () => {
    const peer = await rawPeer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nhalf'));
    });
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'network' });
  });

  it('that cannot be found is a network failure', async () => {
    const resolve: Resolver = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await failureOf({ url: 'http://nowhere.test/' }, { resolve })).toMatchObject({ class: 'network' });
  });

  it('cannot use more time than one deadline with redirects', async () => {
    let count = 0;
    const peer = await httpPeer((_, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${count++}` }).end(), 150);
    });
    const failure = await failureOf({ url: peer.url, deadlineMs: 400, maxRedirects: 100 });
    expect(failure).toMatchObject({ class: 'timeout' });
    expect(count).toBeLessThan(10);
  });
});

describe('the request', () => {
  it('says who sends it, and takes headers of the caller', async () => {
    const peer = await httpPeer((request, response) => response.end(JSON.stringify(request.headers)));
    const headers = { Authorization: 'Bearer key', accept: 'application/json' };
    const page = await fetchOne({ url: peer.url, headers }, { contact: 'https://example.org/bot' });
    expect(JSON.parse(page.body.toString())).toMatchObject({
      'user-agent': expect.stringMatching(/^CasparianFlow\/\d+\.\d+\.\d+ \(\+https:\/\/example\.org\/bot\)$/) as string,
      authorization: 'Bearer key',
      accept: 'application/json',
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  it.each(['two words', 'a)b', 'né@example.org', 'x'.repeat(201)])('refuses the contact %j', async (contact) => {
    expect(() => fetchOne({ url: 'http://127.0.0.1/' }, { contact })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }) as object,
    );
  });

  it.each([
    ['two words', 'a'],
    ['x-key', 'secret\r\nHost: x'],
    ['Host', 'other.test'],
    ['Transfer-Encoding', 'chunked'],
  ])('refuses the header %j: %j, which is not a failure of the source', async (name, value) => {
    const failure = await failureOf({ url: 'http://127.0.0.1:1/', headers: { [name]: value } });
    expect(failure).toMatchObject({ class: undefined, code: 'OPTION_INVALID' });
    expect(`${failure.error.message} ${failure.error.why}`).not.toContain('secret');
  });

  it("stops when the caller does, with the caller's reason", async () => {
    const peer = await BAD_PEERS.hangs();
    const stop = new AbortController();
    const fetched = fetchOne({ url: peer.url, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(fetched).rejects.toThrow();
  });
});
