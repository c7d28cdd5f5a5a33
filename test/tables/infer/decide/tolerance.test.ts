import { describe, expect, test } from 'vitest';
import { isTolerable } from '../../../../src/tables/infer/decide/choose.js';
import { seen } from './tallies.js';

const misfit = (count: number, texts = 1) => seen('word', { count, distinct: new Set(Array(texts).keys()) });
const uncounted = (count: number) => seen('word', { count, distinct: null });

describe('misfits are tolerable', () => {
  test.each<[string, number, ReturnType<typeof seen>[], boolean]>([
    ['when there are none', 1, [], true],
    ['one in 20 values', 20, [misfit(1)], true],
    ['not one in 19', 19, [misfit(1)], false],
    ['not two in 20', 20, [misfit(2)], false],
    ['two in 100', 100, [misfit(2)], true],
    ['not two in 99', 99, [misfit(2)], false],
    ['not one and two in 100', 100, [misfit(1), misfit(2)], false],
    ['20 different texts', 1_000, [misfit(20, 20)], true],
    ['not 21 different texts of two shapes', 2_000, [misfit(20, 20), misfit(1)], false],
    ['not too many texts to count', 1_000, [uncounted(20)], false],
    ['four in 1,000, whatever they are', 1_000, [uncounted(4)], true],
    ['not five in 1,000', 1_000, [uncounted(5)], false],
    ['20 shapes whose texts are not noted', 1_000, Array.from({ length: 20 }, () => misfit(1, 0)), true],
    ['not 21 such shapes', 2_000, Array.from({ length: 21 }, () => misfit(1, 0)), false],
  ])('%s', (_what, values, misfits, expected) => {
    expect(isTolerable(values, misfits, [])).toBe(expected);
  });
});

describe('near misses are tolerable', () => {
  test.each([
    ['one in four values', 4, 1, true],
    ['not one in three', 3, 1, false],
    ['one in nine', 9, 1, true],
    ['not two in ten', 10, 2, false],
    ['two in 20', 20, 2, true],
    ['not three in 20', 20, 3, false],
  ])('%s', (_what, values, count, expected) => {
    expect(isTolerable(values, [], [seen('date', { count })])).toBe(expected);
  });

  test('only as long as the other misfits are', () => {
    expect(isTolerable(20, [misfit(1)], [seen('date', { count: 1 })])).toBe(true);
    expect(isTolerable(20, [misfit(2)], [seen('date', { count: 1 })])).toBe(false);
  });
});
