import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/platform/index.js';

describe('canonical JSON', () => {
  test.each([
    // The vectors of RFC 8785, sections 3.2.2 to 3.2.4.
    [
      {
        numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '€$\u000f\nA\'B"\\\\"/',
        literals: [null, true, false],
      },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    [{ b: { d: 1, c: 2 }, a: [] }, '{"a":[],"b":{"c":2,"d":1}}'],
    [[56, { d: true, '10': null, '1': [] }], '[56,{"1":[],"10":null,"d":true}]'],
    [-0, '0'],
    [1e21, '1e+21'],
    [[9007199254740993n, -12345678901234567890n, 5n], '[9007199254740993,-12345678901234567890,5]'],
    ['', '""'],
    [null, 'null'],
  ])('%o has one text', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('half a surrogate pair is written as its escape, which UTF-8 can hold', () => {
    expect(canonicalJson({ '\udc00': 'a\ud83d', '😀': '\ude00\ud83d' })).toBe(
      '{"😀":"\\ude00\\ud83d","\\udc00":"a\\ud83d"}',
    );
  });

  test('a nesting without end is a clear error', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(canonicalJson(nested(500))).toHaveLength(1_000);
    for (const levels of [501, 100_000]) {
      expect(() => canonicalJson(nested(levels))).toThrow('the value is nested deeper than 500 levels');
    }
  });

  test('members without a value are left out, and gaps in lists are null, as in JSON', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
    // oxlint-disable-next-line no-sparse-arrays
    expect(canonicalJson([1, , 3])).toBe('[1,null,3]');
  });

  test('a value that knows its own JSON form is asked for it', () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson({ toJSON: () => ({ b: 1, a: 2 }) })).toBe('{"a":2,"b":1}');
  });

  test.each([NaN, Infinity, -Infinity, () => 1, Symbol('s')])('%s has no JSON form', (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  });

  test('the text means the same value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
