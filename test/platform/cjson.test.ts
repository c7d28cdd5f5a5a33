import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, cjsonBytes, cjsonText, sha256Hex } from '../../src/platform/index.js';

describe('BPC-CJSON-1', () => {
  test.each([
    [{ b: 2, a: 1 }, '{"a":1,"b":2}'],
    [[56, { d: true, '10': null, '1': [] }], '[56,{"1":[],"10":null,"d":true}]'],
    [{ z: { y: [{}], x: [[]] }, '': false }, '{"":false,"z":{"x":[[]],"y":[{}]}}'],
    ['€$\u000f\n\b\f\t\r\u007f\u2028A\'"\\/', '"€$\\u000f\\n\\b\\f\\t\\r\u007f\u2028A\'\\"\\\\/"'],
    [{ 'a"b': 1, 'a b': 2 }, '{"a b":2,"a\\"b":1}'],
    [[0, -0, -1, 9007199254740991, -9007199254740991], '[0,0,-1,9007199254740991,-9007199254740991]'],
    [123456789012345678901234567890n, '123456789012345678901234567890'],
    [-5n, '-5'],
    [null, 'null'],
    ['', '""'],
    [[], '[]'],
  ])('%o has one text', (value, text) => {
    expect(cjsonText(value)).toBe(text);
    expect(cjsonBytes(value)).toEqual(Buffer.from(text));
  });

  test('the hash of the fixture of the specification', () => {
    expect(sha256Hex(cjsonBytes({ b: 2, a: 1 }))).toBe(
      '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
    );
    expect(sha256Hex('{"a":1,"b":2}')).toBe(sha256Hex(cjsonBytes({ b: 2, a: 1 })));
  });

  test('keys are sorted by UTF-8 bytes, where RFC 8785 sorts by UTF-16 code units', () => {
    const value = { '\ufb33': 1, '😂': 2, '\uffff': 3, z: 4, '\ue000': 5, 'a😂': 6, 'a\uffff': 7, a: 8 };
    expect(cjsonText(value)).toBe('{"a":8,"a\uffff":7,"a😂":6,"z":4,"\ue000":5,"\ufb33":1,"\uffff":3,"😂":2}');
    expect(canonicalJson(value)).not.toBe(cjsonText(value));
  });

  test.each([
    [{ list: [1, { 'a/b~c': 1.5 }] }, '"/list/1/a~1b~0c"', '1.5 is not an integer: write decimals as text'],
    [[Number.NaN], '"/0"', 'NaN is not an integer'],
    [Infinity, 'the root', 'Infinity is not an integer'],
    [{ n: 2 ** 53 }, '"/n"', '9007199254740992 may have been rounded: an integer beyond ±(2^53-1) must be a bigint'],
    [[1e21], '"/0"', '1e+21 may have been rounded'],
    [{ a: undefined }, '"/a"', 'it is undefined'],
    // oxlint-disable-next-line no-sparse-arrays
    [[1, , 3], '"/1"', 'it is undefined'],
    [{ a: () => 1 }, '"/a"', 'it is a function'],
    [{ a: Symbol('s') }, '"/a"', 'it is a symbol'],
    [{ at: new Date(0) }, '"/at"', 'it is an object of a class'],
    [new Map(), 'the root', 'it is an object of a class'],
    [['a\ud83d'], '"/0"', 'it contains half of a surrogate pair'],
    [{ deep: { '\ude00': 1 } }, '"/deep/\\ude00"', 'it contains half of a surrogate pair'],
  ])('%o is refused with its place', (value, pointer, reason) => {
    expect(() => cjsonText(value)).toThrow(`the value at ${pointer} has no canonical form: ${reason}`);
    expect(() => cjsonText(value)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });

  test('a key named __proto__ is a key like any other', () => {
    const value: unknown = JSON.parse('{"b":1,"__proto__":{"a":2}}');
    expect(cjsonText(value)).toBe('{"__proto__":{"a":2},"b":1}');
    expect(cjsonText(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  test('no nesting exhausts the stack', () => {
    const levels = 150_000;
    const text = `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
    expect(cjsonText(JSON.parse(text))).toBe(text);
  });

  test('a value that contains itself is refused', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => cjsonText(cycle)).toThrow('it is nested deeper than 200000 levels, or contains itself');
  });

  test('the text means the same value, and does not depend on the order of keys', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom(null, true, false),
        fc.maxSafeInteger(),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (given) => {
        const text = cjsonText(given);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(given)));
        expect(cjsonText(reversed(given))).toBe(text);
        expect(cjsonText(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keys are in the order of their bytes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 30 }), (keys) => {
        const written = Object.keys(
          JSON.parse(cjsonText(Object.fromEntries(keys.map((key) => [`k${key}`, 0])))) as object,
        );
        expect(written).toEqual(
          keys.map((key) => `k${key}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
      { numRuns: 500 },
    );
  });
});

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
