import { describe, expect, test } from 'vitest';
import { decayNano, lnNano } from '../../../src/collect/valuation/exact-functions.js';
import { findOutliers } from '../../../src/collect/valuation/find-outliers.js';
import { valueIntake } from '../../../src/collect/valuation/value-intake.js';
import { HALF, weightedQuantile } from '../../../src/collect/valuation/weighted-quantile.js';
import { inputOf, pointOf } from './valuation-points.js';

/** The vectors of docs/reference/collect.md. */
describe('the weighted median', () => {
  test.each([
    [
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
      2.5,
    ],
    [
      [
        [10, 1],
        [20, 1],
        [30, 5],
      ],
      30,
    ],
    [
      [
        [10, 2],
        [20, 1],
        [30, 1],
      ],
      15,
    ],
    [[[7, 3]], 7],
  ])('of %j is %d', (pairs, expected) => {
    const sorted = pairs.map(([price = 0, weight = 0]) => ({ price, weight }));
    expect(weightedQuantile(sorted, HALF)).toBe(expected);
  });
});

describe('outliers', () => {
  const LOW = [90, 92, 94, 96, 98, 100, 102, 104, 106, 108];
  const rejected = (prices: readonly number[]): number[] => {
    const outliers = findOutliers(prices.map(lnNano));
    return prices.filter((_, index) => outliers[index]);
  };

  test.each([
    ['one far sale', [95, 100, 102, 98, 105, 101, 99, 2500], [2500]],
    ['most prices are equal', [10, 10, 10, 10, 10, 10, 10, 100], [100]],
    ['four prices are too few', [10, 10, 10, 11], []],
    ['three prices are too few', [100, 110, 1000], []],
    ['all prices are equal', [10, 10, 10, 10, 10], []],
    ['two groups: more than 40 % would go', [...LOW, 98, ...LOW.map((price) => price * 90).slice(1)], []],
    ['exactly 40 % may go', [98, 99, 100, 101, 102, 103, 9000, 9001, 9002, 9003], [9000, 9001, 9002, 9003]],
  ])('%s', (_, prices, expected) => {
    expect(rejected(prices)).toEqual(expected);
  });

  test('are found below the others as well', () => {
    expect(rejected([95, 100, 102, 98, 105, 101, 99, 1])).toEqual([1]);
  });
});

test('decay and logarithm agree with exact values to a billionth', () => {
  expect(decayNano(0, 90)).toBe(1_000_000_000);
  expect(decayNano(90, 90)).toBe(500_000_000);
  expect(decayNano(45, 90)).toBe(707_106_781);
  expect(decayNano(365 * 3 + 1, 365)).toBe(124_762_846);
  expect(decayNano(100_000, 90)).toBe(0);
  expect(lnNano(1)).toBe(0);
  expect(lnNano(10)).toBe(2_302_585_093);
  expect(lnNano(Number.MAX_SAFE_INTEGER)).toBe(36_736_800_570);
});

describe('the example with weights', () => {
  const points = [
    pointOf({ dedupeKey: 'a', priceCents: 100, ageDays: 5 }),
    pointOf({ dedupeKey: 'b', priceCents: 110, ageDays: 20, matchPerMille: 900 }),
    pointOf({ dedupeKey: 'c', priceCents: 95, ageDays: 100 }),
    pointOf({ dedupeKey: 'd', priceCents: 160, ageDays: 2, priceType: 'ask' }),
    pointOf({ dedupeKey: 'e', priceCents: 104, ageDays: 45, matchPerMille: 700 }),
  ];

  test('with asks and bids beside sales, gives the value 104 and an effective size of 4.458', () => {
    const valuation = valueIntake(inputOf(points, { basis: 'all' }));
    const weights = valuation.points.map(({ weightNano }) => Math.round(weightNano / 100_000));
    expect(weights).toEqual([9622, 7715, 4629, 3939, 4950]);
    expect(valuation).toMatchObject({ valueCents: 104, nEffMilli: 4458, n: 5, confidence: 'medium' });
  });

  test('from sales alone, leaves the ask out and reports it', () => {
    const valuation = valueIntake(inputOf(points));
    expect(valuation).toMatchObject({
      valueCents: 100,
      n: 4,
      askLowCents: 160,
      bidFloorCents: null,
      valueType: 'sold',
    });
    expect(valuation.points[3]).toMatchObject({ included: false, reason: 'ask', weightNano: 0 });
  });
});
