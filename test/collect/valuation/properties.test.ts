import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuationJson } from '../../../src/collect/valuation-json.js';
import { capShares } from '../../../src/collect/valuation/cap-shares.js';
import { decayNano, lnNano, NANO } from '../../../src/collect/valuation/exact-functions.js';
import { valueIntake } from '../../../src/collect/valuation/value-intake.js';
import { HALF, medianOf, weightedQuantile } from '../../../src/collect/valuation/weighted-quantile.js';
import { inputOf, pointOf } from './valuation-points.js';

const price = fc.integer({ min: 1, max: 1_000_000 });
const point = fc.record({
  sourceId: fc.constantFrom('a', 'b', 'c', 'd'),
  priceCents: price,
  priceType: fc.constantFrom('sold' as const, 'ask' as const, 'bid' as const),
  ageDays: fc.integer({ min: 0, max: 1_000 }),
  matchPerMille: fc.integer({ min: 0, max: 1000 }),
  trustPerMille: fc.integer({ min: 0, max: 1000 }),
  stale: fc.boolean(),
  seller: fc.constantFrom(null, 'x', 'y'),
});
const points = fc
  .array(point, { maxLength: 30 })
  .map((given) => given.map((one, index) => pointOf({ ...one, dedupeKey: `k${index}` })));
const weighted = fc
  .array(fc.record({ price, weight: fc.integer({ min: 1, max: 1000 }) }), { minLength: 1, maxLength: 30 })
  .map((given) => given.sort((one, other) => one.price - other.price));

describe('a valuation', () => {
  test('has the same bytes for any order of points', () => {
    fc.assert(
      fc.property(
        points.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
        ([given, shuffled]) => {
          expect(JSON.stringify(valuationJson(valueIntake(inputOf(shuffled))))).toBe(
            JSON.stringify(valuationJson(valueIntake(inputOf(given)))),
          );
        },
      ),
    );
  });

  test('has its value inside its range, and its range inside the included prices', () => {
    fc.assert(
      fc.property(points, (given) => {
        const { valueCents, lowCents, highCents, points: valued, n } = valueIntake(inputOf(given));
        const prices = valued.flatMap((one) => (one.included ? [one.priceCents ?? 0] : []));
        expect(prices).toHaveLength(n);
        if (n === 0) return;
        expect(lowCents).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(valueCents).toBeGreaterThanOrEqual(lowCents ?? 0);
        expect(highCents).toBeGreaterThanOrEqual(valueCents ?? 0);
        expect(highCents).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });

  test('scales with all prices, up to the rounding of half a cent', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 2, max: 1000 }), (given, factor) => {
        const scaled = given.map((one) => ({ ...one, priceCents: one.priceCents * factor }));
        const [before, after] = [valueIntake(inputOf(given)), valueIntake(inputOf(scaled))];
        expect(after.points.map(({ reason }) => reason)).toEqual(before.points.map(({ reason }) => reason));
        expect(Math.abs((after.valueCents ?? 0) - (before.valueCents ?? 0) * factor)).toBeLessThanOrEqual(factor / 2);
      }),
    );
  });

  test('never rejects more than 40 % of the sales as outliers', () => {
    fc.assert(
      fc.property(points, (given) => {
        const { points: valued } = valueIntake(inputOf(given));
        const outliers = valued.filter(({ reason }) => reason === 'outlier').length;
        const judged = valued.filter(({ reason }) => ['included', 'outlier', 'too_old'].includes(reason)).length;
        expect(outliers).toBeLessThanOrEqual(judged * 0.4);
      }),
    );
  });
});

describe('the weighted median', () => {
  const median = (given: readonly { price: number; weight: number }[]): number =>
    weightedQuantile(
      [...given].sort((one, other) => one.price - other.price),
      HALF,
    );

  test('stays if a point equal to it is added', () => {
    fc.assert(
      fc.property(weighted, fc.integer({ min: 1, max: 1000 }), (given, weight) => {
        const value = median(given);
        expect(median([...given, { price: value, weight }])).toBe(value);
      }),
    );
  });

  test('moves by at most one rank for one extreme point', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 30 }), fc.constantFrom(0, 1e12), (prices, extreme) => {
        const sorted = [...prices].sort((one, other) => one - other);
        const middle = (sorted.length - 1) / 2;
        const value = median([...prices, extreme].map((one) => ({ price: one, weight: 1 })));
        expect(value).toBeGreaterThanOrEqual(sorted[Math.floor(middle) - 1] ?? (extreme === 0 ? 0 : (sorted[0] ?? 0)));
        if (sorted.length > 1) expect(value).toBeLessThanOrEqual(sorted[Math.ceil(middle) + 1] ?? sorted.at(-1) ?? 0);
      }),
    );
  });

  test('with equal weights is the plain median', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), fc.integer({ min: 1, max: 1000 }), (prices, weight) => {
        const sorted = [...prices].sort((one, other) => one - other);
        expect(median(prices.map((one) => ({ price: one, weight })))).toBe(medianOf(sorted));
      }),
    );
  });
});

test('capped shares are at most 40 % among three groups or more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1000, max: NANO }), fc.constantFrom('a', 'b', 'c', 'd')), { minLength: 1 }),
      (given) => {
        const groups = given.map(([, group]) => group);
        const capped = capShares(
          given.map(([weight]) => weight),
          groups,
        );
        const total = capped.reduce((sum, one) => sum + one, 0);
        if (new Set(groups).size < 3) expect(capped).toEqual(given.map(([weight]) => weight));
        if (new Set(groups).size < 3) return;
        for (const name of new Set(groups)) {
          const share = capped.reduce((sum, one, index) => (groups[index] === name ? sum + one : sum), 0);
          // Each weight is rounded to a billionth.
          expect(share).toBeLessThanOrEqual(0.4 * total + given.length);
        }
      },
    ),
  );
});

test('logarithm and decay are those of Math within a billionth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (value) => {
      expect(Math.abs(lnNano(value) - Math.log(value) * NANO)).toBeLessThan(0.6);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(30, 90, 365), (age, halfLife) => {
      expect(Math.abs(decayNano(age, halfLife) - 0.5 ** (age / halfLife) * NANO)).toBeLessThan(0.6);
    }),
  );
});
