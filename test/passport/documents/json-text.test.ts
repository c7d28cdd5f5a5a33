import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactNumber } from '../../../src/passport/rules/values/exact-number.js';
import { readJsonText } from '../../../src/passport/documents/json-text.js';
import { withPlaces } from '../../../src/passport/documents/problem.js';

const problemsOf = (text: string): unknown[] => withPlaces(text, readJsonText(text).problems);

describe('exact numbers', () => {
  test.each<[string, unknown]>([
    ['0', 0],
    ['-0', 0],
    ['-17', -17],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-123456789012345678901234567890', -123456789012345678901234567890n],
    ['75.5', '75.5'],
    ['75.50', '75.50'],
    ['-0.0', '-0.0'],
    ['1e3', 1000],
    ['1.5E3', 1500],
    ['1.5e+1', 15],
    ['1.50e1', '15.0'],
    ['1e-3', '0.001'],
    ['-12.34e-3', '-0.01234'],
    ['0.001e3', 1],
    ['0e5', 0],
    ['123e-2', '1.23'],
    ['1e21', 1000000000000000000000n],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
  ])('%s is %s', (lexeme, value) => {
    expect(exactNumber(lexeme)).toBe(value);
  });

  test('numbers with more than 1,000 digits are refused without writing them out', () => {
    expect(exactNumber('9'.repeat(1_000))).toBe(BigInt('9'.repeat(1_000)));
    for (const lexeme of [
      '9'.repeat(1_001),
      '1e1000',
      '1e-1000',
      '1e999999999999999999999',
      `0.${'1'.repeat(1_000)}`,
    ]) {
      expect(exactNumber(lexeme)).toBeUndefined();
    }
  });

  test('exponents are written out without changing the value', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: -30, max: 30 }),
        (units, exponent) => {
          const text = String(exactNumber(`${units}e${exponent}`));
          const [whole = '', fraction = ''] = text.split('.');
          // Both sides as integers, scaled by 10^60.
          expect(BigInt(`${whole}${fraction.padEnd(60, '0')}`)).toBe(units * 10n ** BigInt(60 + exponent));
        },
      ),
    );
  });
});

describe('a JSON document', () => {
  test('every value of JSON is read', () => {
    const text =
      ' {"a": [1, 2.50, -3e2, true, false, null, "x"], "b": {"": {}, "c": []}, "d": "\\u00e9\\n\\"\\\\\\/\\ud83d\\ude00"} ';
    expect(readJsonText(text)).toEqual({
      value: { a: [1, '2.50', -300, true, false, null, 'x'], b: { '': {}, c: [] }, d: 'é\n"\\/😀' },
      problems: [],
    });
  });

  test('what JSON.parse reads, it reads alike', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const parsed: unknown = JSON.parse(json, (_, value: unknown) =>
          typeof value === 'number' ? Math.trunc(value % 1e9) : value,
        );
        const text = JSON.stringify(parsed, null, indent);
        const { value, problems } = readJsonText(text);
        if (problems.length > 0) return;
        expect(value).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['', 'expected a value, found the end of the document', '', 1, 1],
    ['{"a": 1,}', 'expected a name in double quotes, found "}"', '', 1, 9],
    ['{"a": {\n  "b": [1,\n   x]}}', 'expected a value, found "x"', '/a/b/1', 3, 4],
    ['{"a" 1}', 'expected a colon, found "1"', '/a', 1, 6],
    ['[1 2]', 'expected a comma or ], found "2"', '', 1, 4],
    ['{"😀😀": 1 ?}', 'expected a comma or }, found "?"', '', 1, 10],
    ['[1]\r\n[2]', 'the document has ended, and more text follows', '', 2, 1],
    ['["a\nb"]', 'expected a double quote that ends the text, found "\\n"', '/0', 1, 4],
    ['["abc', 'expected a double quote that ends the text, found the end of the document', '/0', 1, 6],
    ['["\\x"]', 'expected one of " \\ / b f n r t u after a backslash, found "x"', '/0', 1, 4],
    ['["\\u12g4"]', 'expected four hexadecimal digits, found "1"', '/0', 1, 5],
    ['[01]', 'expected a comma or ], found "1"', '', 1, 3],
    ['[.5]', 'expected a value, found "."', '/0', 1, 2],
    ['[NaN]', 'expected a value, found "N"', '/0', 1, 2],
    ["{'a': 1}", 'expected a name in double quotes, found "\'"', '', 1, 2],
  ])('%j: %s', (text, message, pointer, line, column) => {
    expect(problemsOf(text)).toEqual([{ message, pointer, line, column }]);
  });

  test('every problem that is not a syntax error is reported', () => {
    const text = '{"a": 1,\n "a": [1e9999,\n "\\ud800"], "x/y~": {"b\\u0000": 2, "b\\u0000": 3}}';
    expect(problemsOf(text)).toEqual([
      { message: 'the name "a" is used twice in one object', pointer: '/a', line: 2, column: 2 },
      { message: 'the number has more than 1,000 digits', pointer: '/a/0', line: 2, column: 8 },
      { message: 'the text contains half of a surrogate pair', pointer: '/a/1', line: 3, column: 2 },
      {
        message: 'the name contains the null character, which databases cannot store',
        pointer: '/x~1y~0',
        line: 3,
        column: 22,
      },
      {
        message: 'the name contains the null character, which databases cannot store',
        pointer: '/x~1y~0',
        line: 3,
        column: 36,
      },
      { message: 'the name "b\\u0000" is used twice in one object', pointer: '/x~1y~0/b\u0000', line: 3, column: 36 },
    ]);
  });

  test('at most 100 problems are listed', () => {
    expect(problemsOf(`[${'1e9999,'.repeat(500)}1]`)).toHaveLength(100);
  });

  test('a key named __proto__ is a key like any other', () => {
    const { value } = readJsonText('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(readJsonText('{"__proto__": 1, "__proto__": 2}').problems).toHaveLength(1);
  });

  test('nesting is limited', () => {
    const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
    expect(readJsonText(nested(100)).problems).toEqual([]);
    expect(problemsOf(nested(102))).toEqual([
      expect.objectContaining({ message: 'the document is nested deeper than 100 levels', line: 1, column: 301 }),
    ]);
    expect(problemsOf('['.repeat(1_000_000))).toHaveLength(1);
  });

  test('the number of values is limited', () => {
    expect(problemsOf(`[${'1,'.repeat(2_000_000)}1]`)).toEqual([
      expect.objectContaining({ message: 'the document has more than 2000000 values' }),
    ]);
  });
});
