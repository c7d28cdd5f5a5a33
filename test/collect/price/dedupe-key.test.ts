import { describe, expect, test } from 'vitest';
import { canonicalUrl } from '../../../src/collect/price/canonical-url.js';
import { dedupeKey, type DedupeParts } from '../../../src/collect/price/dedupe-key.js';

const PARTS: DedupeParts = {
  externalId: null,
  url: 'https://Shop.example/item?id=7&utm_source=mail#photos',
  title: '  1921-D Morgan\u00a0Dollar ',
  priceCents: 4250,
  currency: 'USD',
  priceType: 'sold',
  observedOn: '2026-03-01',
};

describe('the dedupe key', () => {
  test('is the external id if the source gives one', () => {
    expect(dedupeKey({ ...PARTS, externalId: ' 12345 ' })).toBe('ext_12345');
  });

  test('is a pinned hash of the normalised parts otherwise', () => {
    expect(dedupeKey(PARTS)).toBe('hash1_0ecdbdda14b313736c8b09789529206a5dc48175841aa45b1c0620620164b762');
  });

  test.each([
    ['case and spaces of the title', { title: '1921-d  MORGAN dollar' }],
    ['tracking parameters, their order and the fragment', { url: 'https://shop.example/item?gclid=1&id=7' }],
    ['compatible characters', { title: '１921-D Morgan Dollar' }],
    ['an empty external id', { externalId: '  ' }],
  ])('ignores %s', (_, change) => {
    expect(dedupeKey({ ...PARTS, ...change })).toBe(dedupeKey(PARTS));
  });

  test.each([
    ['the listing in the query', { url: 'https://shop.example/item?id=8' }],
    ['the price', { priceCents: 4251 }],
    ['the currency', { currency: 'CAD' }],
    ['the day', { observedOn: '2026-03-02' }],
    ['the price type', { priceType: 'ask' as const }],
    ['the title', { title: '1921-S Morgan Dollar' }],
    ['a missing title', { title: null }],
  ])('depends on %s', (_, change) => {
    expect(dedupeKey({ ...PARTS, ...change })).not.toBe(dedupeKey(PARTS));
  });

  test('hashes an id that is too long for a key, so that two such ids differ', () => {
    const [one, other] = ['a', 'b'].map((end) => dedupeKey({ ...PARTS, externalId: 'x'.repeat(500) + end }));
    expect(one).toMatch(/^hash1_[0-9a-f]{64}$/);
    expect(one).not.toBe(other);
  });
});

describe('a canonical URL', () => {
  test.each([
    ['HTTPS://Shop.Example:443/a/?b=2&a=1&b=1#x', 'https://shop.example/a/?a=1&b=1&b=2'],
    ['https://shop.example/a?utm_source=x&UTM_Medium=y&fbclid=z', 'https://shop.example/a'],
    ['https://user:secret@shop.example/a', 'https://shop.example/a'],
    ['not a url', 'not a url'],
  ])('of %s is %s', (given, expected) => {
    expect(canonicalUrl(given)).toBe(expected);
  });

  test('keeps the parameters that a source lists', () => {
    expect(canonicalUrl('https://shop.example/a?campid=7', ['campid'])).toBe('https://shop.example/a?campid=7');
  });
});
