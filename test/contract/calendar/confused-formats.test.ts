import { describe, expect, it } from 'vitest';
import { confusedFormats } from '../../../src/contract/calendar/confused-formats.js';
import { createAnyReader } from '../../../src/contract/calendar/any-reader.js';

describe('formats that can be confused', () => {
  it.each([
    ['date', '%d/%m/%Y', '%m/%d/%Y'],
    ['date', '%d.%m.%y', '%y.%m.%d'],
    ['date', '%Y%m%d', '%d%m%Y'],
    ['date', '%Y-%d-%m', null],
    ['datetime', '%Y-%d-%m %H:%M', null],
    ['datetime', '%m/%d/%y %H:%M', '%d/%m/%y %H:%M'],
    ['time', '%H.%M.%S', '%M.%H.%S'],
    ['datetime', '%d %b %Y %I:%M %p', '%d %b %Y %M:%I %p'],
  ] as const)('%s: %s and %s, with a text that they read differently', (purpose, one, other) => {
    const confused = confusedFormats(purpose, [one, other])!;
    expect(confused.formats).toEqual([one, other]);
    expect(createAnyReader(purpose, one)(confused.text)).not.toEqual(createAnyReader(purpose, other)(confused.text));
  });

  it.each([
    ['datetime', ['%Y-%m-%d %H:%M:%S', '%m/%d/%Y %H:%M']],
    ['datetime', ['%m/%d/%Y %H:%M', '%m/%d/%y %H:%M', null]],
    ['date', ['%d.%m.%Y', '%m/%d/%Y', '%Y-%m-%d', '%d %b %Y']],
    // Every text that both read means the same.
    ['datetime', [null, '%Y-%m-%d %H:%M:%S']],
    ['date', ['%d/%m/%y', '%d/%m/%Y']],
    ['time', [null, '%I:%M %p']],
  ] as const)('are not %s %j', (purpose, formats) => {
    expect(confusedFormats(purpose, formats)).toBeNull();
  });
});
