import { expect, test } from 'vitest';
import { wrap } from '../../../src/cli/output/wrap.js';

test('a line ends before the word that would be too wide', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree');
  expect(wrap('one two three', 8)).toBe('one two\nthree');
});

test('a wide character counts as two columns', () => {
  expect(wrap('注文 番号 id', 9)).toBe('注文 番号\nid');
  expect(wrap('注文 番号 id', 8)).toBe('注文\n番号 id');
});

test('a word that is wider than the line stays whole', () => {
  expect(wrap('a verylongword b', 5)).toBe('a\nverylongword\nb');
});
