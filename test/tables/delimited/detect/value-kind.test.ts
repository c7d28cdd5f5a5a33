import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNullWord, kindByPatterns, valueKind } from '../../../../src/tables/delimited/detect/value-kind.js';
import { BOOL_WORDS, NULL_WORDS } from '../../../../src/contract/index.js';

const PARTS = [
  ...['1', '42', '2024', '12', '.', ',', '-', '/', ':', ' ', '\t', '\u00a0', '+', '(', ')', '€', '%', 'e', 'T', 'am'],
  ...['http', 'https://', '@', 'a@b.de', 'deadbeef', 'f00d', 'customer', 'ä', 'ſ', 'Jan', '---', ...BOOL_WORDS],
  ...['2024-12-31', '1234-5678', '12.5', '31.12.2024', '0123456789abcdef', '127.0.0.1', ...NULL_WORDS],
];

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefhtp.-:@ ET'), maxLength: 24 }),
);

test('the kind of an obvious value is the kind that the patterns give', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(valueKind(text)).toBe(kindByPatterns(text));
    }),
    { numRuns: 2_000 },
  );
});

test('a null word is a word of the list or a line of dashes, with any space around it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const isListed = text.trim() !== '' && (NULL_WORDS as readonly string[]).includes(text.trim());
      expect(isNullWord(text)).toBe(isListed || /^\s*-+\s*$/.test(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['7', 'number'],
  ['12.50', 'number'],
  ['1.2.2024', 'date'],
  ['2024-12-31', 'date'],
  ['2024-12-3x', 'text'],
  ['customer-000123', 'text'],
  ['Verdadero', 'bool'],
  ['deadbeef01234567', 'id'],
  ['info@example.org', 'id'],
  ['HTTP://example.org', 'id'],
])('%j is a %s', (text, kind) => {
  expect(valueKind(text)).toBe(kind);
});
