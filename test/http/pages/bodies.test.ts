import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/http/index.js';
import { floodingPeer, httpPeer, type Peer } from '../peers.js';
import { failureOf, fetchOne, pageClient } from './fetching.js';

function sending(body: Buffer, coding?: string): Promise<Peer> {
  return httpPeer((_, response) => response.writeHead(200, coding ? { 'content-encoding': coding } : {}).end(body));
}

const TEXT = Buffer.from('price: 120,50 €\n'.repeat(100));

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['GZip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['identity', TEXT],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    [undefined, TEXT],
  ])('with the coding %s is decompressed', async (coding, body) => {
    const peer = await sending(body, coding);
    expect((await fetchOne({ url: peer.url })).body).toEqual(TEXT);
  });

  it('may be empty', async () => {
    const peer = await sending(Buffer.alloc(0), 'gzip');
    expect((await fetchOne({ url: peer.url })).body).toHaveLength(0);
  });

  it.each([
    ['gzip', gzipSync(TEXT).subarray(0, 40), /damaged/],
    ['gzip', Buffer.from('not compressed'), /damaged/],
    ['br', Buffer.from('garbage'), /damaged/],
    ['zstd', Buffer.from('anything'), /zstd.*not supported/],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(TEXT))), /3 content codings/],
  ])('with the coding %s that cannot be decoded is bad content', async (coding, body, why) => {
    const peer = await sending(body, coding);
    const failure = await failureOf({ url: peer.url });
    expect(failure).toMatchObject({ class: 'bad_content', code: 'RESPONSE_UNREADABLE' });
    expect(failure.error.why).toMatch(why);
  });
});

it('200 with garbage is a page whose text is not trusted', async () => {
  const garbage = Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 167 + 13) % 256));
  const peer = await httpPeer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(garbage);
  });
  const page = await fetchOne({ url: peer.url });
  expect(page.body).toEqual(garbage);
  expect(decodeText(page).problem).toBe('invalid_bytes');
});

describe('a bomb', () => {
  it('is refused by the size that it decompresses to', async () => {
    const peer = await sending(gzipSync(Buffer.alloc(3_000_000, 'ab')), 'gzip');
    expect(await failureOf({ url: peer.url, maxBytes: 2_000_000 })).toMatchObject({ class: 'too_large' });
  });

  it('is refused by its ratio, also below that size', async () => {
    const bomb = gzipSync(Buffer.alloc(8_000_000));
    expect(bomb.length * 200).toBeLessThan(8_000_000);
    const peer = await sending(bomb, 'gzip');
    const failure = await failureOf({ url: peer.url });
    expect(failure).toMatchObject({ class: 'too_large', code: 'RESPONSE_TOO_LARGE' });
    expect(failure.error.why).toMatch(/decompress to more than/);
  });

  it('is refused inside another coding', async () => {
    const peer = await sending(brotliCompressSync(gzipSync(Buffer.alloc(12_000_000))), 'gzip, br');
    expect(await failureOf({ url: peer.url })).toMatchObject({ class: 'too_large' });
  });
});

describe('a large body', () => {
  it('that is announced is refused without being read', async () => {
    const peer = await floodingPeer();
    expect(await failureOf({ url: peer.url, maxBytes: 1_000_000 })).toMatchObject({ class: 'too_large' });
    expect(peer.sentBytes()).toBeLessThan(20_000_000);
  });

  it('that never ends is refused at the limit', async () => {
    const peer = await httpPeer((_, response) => {
      response.on('error', () => undefined);
      const pump = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    });
    expect(await failureOf({ url: peer.url, maxBytes: 1_000_000 })).toMatchObject({ class: 'too_large' });
  });

  it('of exactly the limit is a page', async () => {
    const peer = await sending(Buffer.alloc(1_000));
    expect((await fetchOne({ url: peer.url, maxBytes: 1_000 })).body).toHaveLength(1_000);
    expect(await failureOf({ url: peer.url, maxBytes: 999 })).toMatchObject({ class: 'too_large' });
  });
});

it('a page keeps its connection for the next one', async () => {
  const peer = await sending(gzipSync(TEXT), 'gzip');
  const pages = pageClient();
  for (let count = 0; count < 5; count++) await pages.fetchPage({ url: peer.url });
  expect(peer.connections()).toBe(1);
});
