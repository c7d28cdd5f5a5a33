import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactJson, parseExactJson } from '../../src/client/index.js';

test('integers beyond 2^53 are bigints, and written as their digits', () => {
  const text =
    '{"order":9007199254740993,"text":"9007199254740993","safe":9007199254740991,"list":[-12345678901234567890,1.5]}';
  expect(parseExactJson(text)).toEqual({
    ...{ order: 9007199254740993n, text: '9007199254740993', safe: 9007199254740991 },
    list: [-12345678901234567890n, 1.5],
  });
  expect(exactJson(parseExactJson(text))).toBe(text);
  expect(exactJson({ a: 1n }, 2)).toBe('{\n  "a": 1\n}');
  expect(exactJson(undefined)).toBe('null');
});

test('what looks like a mark of ours stays a text', () => {
  const value = { a: 'integer:5', b: 'integer:9007199254740993', c: 9007199254740993n };
  expect(parseExactJson(exactJson(value))).toEqual(value);
});

test('any JSON is read and written like JSON.parse and JSON.stringify do', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(exactJson(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});
