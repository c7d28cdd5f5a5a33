import { describe, expect, it } from 'vitest';
import { checkUrl } from '../../src/http/check-url.js';
import { resolveHost } from '../../src/http/resolve-host.js';
import { retryAfterMs } from '../../src/http/retry-after.js';

const STRICT = { allowPrivate: false };
const LENIENT = { allowPrivate: true };
const refusal = (code: string): object => expect.objectContaining({ code, retryable: false }) as object;

describe('checkUrl', () => {
  it('accepts https with any port and path', () => {
    expect(checkUrl('https://example.com:8443/a?b=c', STRICT).href).toBe('https://example.com:8443/a?b=c');
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com/#part',
    'example.com',
    '',
  ])('refuses %s', (url) => {
    expect(() => checkUrl(url, STRICT)).toThrow(refusal('URL_REFUSED'));
  });

  it('refuses a URL that is too long', () => {
    expect(() => checkUrl(`https://example.com/${'a'.repeat(2_048)}`, STRICT)).toThrow(refusal('URL_REFUSED'));
  });

  it('accepts plain http only where private addresses are allowed', () => {
    expect(checkUrl('http://127.0.0.1/', LENIENT).protocol).toBe('http:');
    expect(() => checkUrl('ftp://127.0.0.1/', LENIENT)).toThrow(refusal('URL_REFUSED'));
    expect(() => checkUrl('http://user:password@127.0.0.1/', LENIENT)).toThrow(refusal('URL_REFUSED'));
  });
});

describe('resolveHost', () => {
  const of =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family: 4 })));

  it('returns every address of a public name', async () => {
    const addresses = await resolveHost(new URL('https://a.example/'), STRICT, of('1.1.1.1', '8.8.8.8'));
    expect(addresses.map(({ address }) => address)).toEqual(['1.1.1.1', '8.8.8.8']);
  });

  it('refuses a name if any of its addresses is private, and does not name the address', async () => {
    const resolved = resolveHost(new URL('https://a.example/'), STRICT, of('1.1.1.1', '10.9.8.7'));
    await expect(resolved).rejects.toThrow(refusal('ADDRESS_REFUSED'));
    await resolved.catch((error: unknown) => expect(JSON.stringify([error, String(error)])).not.toContain('10.9.8.7'));
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/',
  ])('refuses the address %s, however it is written', async (url) => {
    await expect(resolveHost(checkUrl(url, STRICT), STRICT)).rejects.toThrow(refusal('ADDRESS_REFUSED'));
  });

  it('permits loopback and private addresses where they are allowed, but not link-local ones', async () => {
    const resolve = (address: string) => resolveHost(new URL('https://a.example/'), LENIENT, of(address));
    await expect(resolve('127.0.0.1')).resolves.toHaveLength(1);
    await expect(resolve('192.168.0.1')).resolves.toHaveLength(1);
    await expect(resolve('169.254.169.254')).rejects.toThrow(refusal('ADDRESS_REFUSED'));
  });

  it('reports a name without addresses as a failure that may pass', async () => {
    const passing = expect.objectContaining({ code: 'NETWORK_ERROR', retryable: true }) as object;
    await expect(resolveHost(new URL('https://a.example/'), STRICT, of())).rejects.toThrow(passing);
    const failing = () => Promise.reject(new Error('queryA EAI_AGAIN'));
    await expect(resolveHost(new URL('https://a.example/'), STRICT, failing)).rejects.toThrow(passing);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-03-01T00:00:00Z');

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 00:00:30 GMT', 30_000],
    ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['Fri, 01 Mar 2052 00:00:00 GMT', 86_400_000],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
