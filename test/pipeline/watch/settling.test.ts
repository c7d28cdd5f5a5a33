import { expect, test } from 'vitest';
import { Settling } from '../../../src/pipeline/watch/settling.js';

const like = (size: number, ctimeMs: number) => ({ size, mtimeMs: 0, ctimeMs, ino: 7 });

test('a file is taken once it has looked the same for the settle time, and once only', () => {
  const files = new Settling(2_000);
  files.saw('a', like(1, 10_000), 10_000);
  expect([files.take(11_999), files.nextAt]).toEqual([[], 12_000]);
  files.saw('a', like(2, 11_500), 11_500);
  files.saw('a', like(2, 11_500), 13_000);
  expect([files.take(13_499), files.dueForCheck(13_500), files.take(13_500), files.take(99_000)]).toEqual([
    [],
    ['a'],
    ['a'],
    [],
  ]);
  files.saw('a', like(2, 11_500), 20_000);
  expect([files.take(99_000), files.waiting, files.nextAt]).toEqual([[], 0, Infinity]);
});

test('a file that was old when first seen is taken at once; one that changed since is not', () => {
  const files = new Settling(2_000);
  files.saw('old', like(1, 1_000), 10_000);
  expect([files.dueForCheck(10_000), files.take(10_000)]).toEqual([[], ['old']]);
  files.saw('old', like(2, 1_500), 10_100);
  expect([files.take(10_100), files.take(12_100)]).toEqual([[], ['old']]);
});

test('a disk whose clock is ahead does not keep its files for ever', () => {
  const files = new Settling(2_000);
  files.saw('future', like(1, 3_600_000), 10_000);
  expect([files.take(11_000), files.take(12_000)]).toEqual([[], ['future']]);
});

test('without a settle time files are taken as they are seen', () => {
  const files = new Settling(0);
  files.saw('a', like(1, 10_000), 10_000);
  expect(files.take(10_000)).toEqual(['a']);
});

test('what is gone is forgotten, and what could not be taken is offered again', () => {
  const files = new Settling(100);
  files.saw('a', like(1, 1), 1_000);
  files.saw('b', like(1, 1), 1_000);
  expect(files.take(1_000)).toEqual(['a', 'b']);
  expect(files.missingFrom(new Set(['a']))).toEqual(['b']);
  expect([files.gone('b'), files.gone('b')]).toEqual([true, false]);
  files.release(['a'], 2_000);
  expect([files.take(2_099), files.take(2_100)]).toEqual([[], ['a']]);
});
