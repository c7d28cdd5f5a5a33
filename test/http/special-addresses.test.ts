import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specialRange } from '../../src/http/special-addresses.js';

const REFUSED: readonly (readonly [address: string, name: string])[] = [
  ['0.0.0.0', 'this-network'],
  ['0.255.255.255', 'this-network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'shared'],
  ['100.127.255.255', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'protocol'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::ffff:10.1.2.3', 'private'],
  ['::ffff:0:10.1.2.3', 'private'],
  ['::10.1.2.3', 'private'],
  ['64:ff9b::192.168.0.1', 'private'],
  ['64:ff9b::a9fe:a9fe', 'link-local'],
  ['64:ff9b:1::1', 'translation'],
  ['100::1', 'discard'],
  ['2001::1', 'protocol'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'protocol'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', 'loopback'],
  ['2002:a9fe:a9fe::1', 'link-local'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'private'],
  ['fdff:ffff::1', 'private'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'reserved'],
  ['not an address', 'malformed'],
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

describe('specialRange', () => {
  it.each(REFUSED)('names the range of %s: %s', (address, name) => {
    expect(specialRange(address)?.name).toBe(name);
  });

  it.each(PUBLIC)('finds nothing special about %s', (address) => {
    expect(specialRange(address)).toBeUndefined();
  });

  it('lets a private network be allowed, but never the metadata services of clouds', () => {
    expect(specialRange('10.0.0.1')?.isPrivate).toBe(true);
    expect(specialRange('::1')?.isPrivate).toBe(true);
    expect(specialRange('fd00::1')?.isPrivate).toBe(true);
    expect(specialRange('169.254.169.254')?.isPrivate).toBe(false);
    expect(specialRange('::ffff:169.254.169.254')?.isPrivate).toBe(false);
    expect(specialRange('fe80::1')?.isPrivate).toBe(false);
  });

  it('treats an IPv4 address the same in every IPv6 address that contains it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const expected = specialRange(address);
        // Their own ranges say less than 0.0.0.0/8 does.
        fc.pre(a !== 0);
        for (const wrapped of [
          `::ffff:${address}`,
          `::ffff:${hex}`,
          `64:ff9b::${hex}`,
          `2002:${hex}::`,
          `::${address}`,
        ]) {
          expect(specialRange(wrapped)).toEqual(expected);
        }
      }),
    );
  });
});
