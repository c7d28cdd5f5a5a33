import { describe, expect, it } from 'vitest';
import { combinedHeaders, headerLinesOf, headerMembers } from '../../src/http/message/header-lines.js';
import { parseHttpDate } from '../../src/http/message/http-date.js';

describe('HTTP dates', () => {
  const now = Date.parse('2026-03-01T00:00:00Z');

  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
    ['Sun Nov 16 08:49:37 1994', '1994-11-16T08:49:37Z'],
    ['SUN, 06 NOV 1994 08:49:37 gmt', '1994-11-06T08:49:37Z'],
    ['  Sun, 06 Nov 1994 08:49:37 GMT ', '1994-11-06T08:49:37Z'],
    ['Wednesday, 01-Jan-76 00:00:00 GMT', '2076-01-01T00:00:00Z'],
    ['Friday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00Z'],
    ['Thu, 29 Feb 2024 00:00:00 GMT', '2024-02-29T00:00:00Z'],
    ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
  ])('%s is read', (text, expected) => {
    expect(parseHttpDate(text, now)).toBe(Date.parse(expected));
  });

  it.each([
    '0',
    '-1',
    '',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun 06 Nov 1994 08:49:37 GMT',
    'Sun, 06  Nov  1994 08:49:37 GMT',
    'Sun, 06-Nov-1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08.49.37 GMT',
    'Sun, 06 Nov 1994 8:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Xyz, 06 Nov 1994 08:49:37 GMT',
    'Wed, 30 Feb 2022 00:00:00 GMT',
    'Sun, 00 Nov 1994 08:49:37 GMT',
    'Sun, 32 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    '1994-11-06T08:49:37Z',
  ])('%j is not a date', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });
});

describe('header lines', () => {
  it('are pairs of what Node lists', () => {
    expect(headerLinesOf(['A', '1', 'a', '2'])).toEqual([
      ['A', '1'],
      ['a', '2'],
    ]);
  });

  it('are split at commas outside of quotes', () => {
    const lines = [
      ['Vary', ' a ,, "b, \\" c" d'],
      ['vary', ''],
      ['VARY', 'e'],
    ] as const;
    expect(headerMembers(lines, 'vary')).toEqual(['a', '"b, \\" c" d', 'e']);
  });

  it('are joined by name', () => {
    expect(
      combinedHeaders([
        ['A', '1'],
        ['b', '2'],
        ['a', '3'],
      ]),
    ).toEqual({ a: '1, 3', b: '2' });
  });
});
