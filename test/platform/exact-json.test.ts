import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactJson, parseExactJson } from '../../src/platform/index.js';

describe('reading JSON exactly', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['[12345678901234567890]', [12345678901234567890n]],
    [' 12345678901234567890\n', 12345678901234567890n],
    [
      '{"a":12345678901234567890,"b":[1,12345678901234567890,2]}',
      { a: 12345678901234567890n, b: [1, 12345678901234567890n, 2] },
    ],
    ['12345678901234567890.5', 12345678901234567000],
    ['12345678901234567890e3', 1.2345678901234568e22],
    ['0.12345678901234567890', 0.12345678901234568],
    ['1e400', Infinity],
    ['-0', -0],
  ])('%s', (json, value) => {
    expect(parseExactJson(json)).toEqual(value);
  });

  test('digits in strings stay as they are, whatever is escaped around them', () => {
    const json = String.raw`{"a":"12345678901234567890","b":"\",12345678901234567890,\\","12345678901234567890":1,"c":12345678901234567890}`;
    expect(parseExactJson(json)).toEqual({
      a: '12345678901234567890',
      b: '",12345678901234567890,\\',
      '12345678901234567890': 1,
      c: 12345678901234567890n,
    });
  });

  test('of two members with one name the last counts', () => {
    expect(parseExactJson('{"a":12345678901234567890,"a":1,"b":1,"b":12345678901234567890}')).toEqual({
      a: 1,
      b: 12345678901234567890n,
    });
  });

  test('a member called __proto__ is a member', () => {
    const value = parseExactJson('{"__proto__":12345678901234567890,"a":{"__proto__":{"n":12345678901234567890}}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(exactJson(value)).toBe('{"__proto__":12345678901234567890,"a":{"__proto__":{"n":12345678901234567890}}}');
  });

  test.each([
    '{12345678901234567890:1}',
    '[012345678901234567890]',
    '[+12345678901234567890]',
    '[12345678901234567890',
    '[12345678901234567890] x',
    '[12345678901234567890 1]',
    '["12345678901234567890',
    '[.12345678901234567890]',
    '[--12345678901234567890]',
    '[12345678901234567890.]',
    '',
  ])('what is no JSON fails with the words of JSON.parse: %s', (json) => {
    const words = (parse: (text: string) => unknown): string => {
      try {
        return `read ${String(parse(json))}`;
      } catch (error) {
        return String(error);
      }
    };
    expect(words(parseExactJson)).toBe(words(JSON.parse));
    expect(words(parseExactJson)).toContain('SyntaxError');
  });

  test('any depth and any length can be read', () => {
    let value = parseExactJson(`${'['.repeat(100_000)}12345678901234567890${']'.repeat(100_000)}`);
    while (Array.isArray(value)) value = value[0];
    expect(value).toBe(12345678901234567890n);
    expect(parseExactJson(`["${'x'.repeat(5_000_000)}",12345678901234567890]`)).toHaveLength(2);
    expect(parseExactJson(`0.${'1'.repeat(1_000_000)}`)).toBeCloseTo(0.111);
  });

  test('everything else is as JSON.parse reads it, wherever it stands', () => {
    const integer = fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }).map(Number);
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        integer,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        tie('list'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
    })).any;
    fc.assert(
      fc.property(value, fc.nat(2), (given, indent) => {
        const json = JSON.stringify(given, null, indent);
        const written = JSON.stringify(parseExactJson(json), (_, member: unknown) =>
          typeof member === 'bigint' ? Number(member) : member,
        );
        expect(written).toBe(JSON.stringify(JSON.parse(json)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('writing JSON exactly', () => {
  const integers = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }),
      fc.bigInt({ min: -(2n ** 200n), max: -(2n ** 53n) }),
      fc.string(),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(fc.string(), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  })).any;

  test('what was written is read again', () => {
    fc.assert(
      fc.property(integers, fc.nat(2), (value, indent) => {
        expect(parseExactJson(exactJson(value, indent))).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  test('small bigints are numbers as well', () => {
    expect(exactJson({ n: 5n, list: [undefined, -1n] })).toBe('{"n":5,"list":[null,-1]}');
    expect(exactJson([1n], 2)).toBe('[\n  1\n]');
  });

  test('what has no JSON form is as with JSON.stringify', () => {
    expect(exactJson(undefined)).toBeUndefined();
    const cycle: unknown[] = [1n];
    cycle.push(cycle);
    expect(() => exactJson(cycle)).toThrow('circular');
  });

  test('a nesting without end is a clear error', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(() => exactJson(deep)).toThrow('the value is nested too deeply');
    expect(() => exactJson([1n, deep])).toThrow('the value is nested too deeply');
  });
});
