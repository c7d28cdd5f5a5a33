import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutText, padText, textWidth } from '../../../src/cli/output/text-width.js';

test.each([
  ['orders', 6],
  ['注文', 4],
  ['e\u0301te\u0301', 3],
  ['👩‍👩‍👧', 2],
  ['', 0],
])('%s takes %i columns of a terminal', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('padding counts columns, not characters', () => {
  expect(padText('注文', 6)).toBe('注文  ');
  expect(padText('注文', 6, 'right')).toBe('  注文');
  expect(padText('too long', 3)).toBe('too long');
});

test('a text is cut between graphemes, within its width', () => {
  expect(cutText('注文番号', 6)).toBe('注文…');
  expect(cutText('注文番号', 5)).toBe('注文…');
  expect(cutText('注文番号', 8)).toBe('注文番号');
  expect(cutText('e\u0301te\u0301s', 3)).toBe('e\u0301t…');
  expect(cutText('a👩‍👩‍👧b', 3)).toBe('a…');
  expect(cutText('/data/注文.csv', 7, 'begin')).toBe('…文.csv');
});

test('characters below U+3000 have the width that string-width gives them', () => {
  const characters = Array.from({ length: 0x3000 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20));
  expect(characters.filter((one) => textWidth(one) !== stringWidth(one))).toEqual([]);
});
