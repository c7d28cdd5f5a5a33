import { expect, test } from 'vitest';
import { valueIntake } from '../../../src/collect/valuation/value-intake.js';
import { inputOf, pointOf } from './valuation-points.js';

test('shipping that is known is part of the price, and the explanation names it', () => {
  const { valueCents, points } = valueIntake(inputOf([pointOf({ priceCents: 1_000, shippingCents: 250 })]));
  expect(valueCents).toBe(1_250);
  expect(points).toMatchObject([{ priceCents: 1_250, shippingCents: 250, premiumCents: null, reason: 'included' }]);
});

test("a buyer's premium is rounded half up to a cent", () => {
  const { valueCents, points } = valueIntake(inputOf([pointOf({ priceCents: 1_001, premiumPerMille: 250 })]));
  expect([valueCents, points[0]?.premiumCents]).toEqual([1_251, 250]);
  expect(valueIntake(inputOf([pointOf({ priceCents: 1_002, premiumPerMille: 250 })])).valueCents).toBe(1_253);
});

test('what is unknown is not added', () => {
  const { valueCents, points } = valueIntake(inputOf([pointOf({ priceCents: 1_000, shippingCents: null })]));
  expect([valueCents, points[0]?.shippingCents, points[0]?.premiumCents]).toEqual([1_000, null, null]);
});

test('additions have the currency of the price', () => {
  const rates = [{ base: 'USD', quote: 'EUR', day: '2026-06-30', rate: '0.5' }];
  const point = pointOf({ priceCents: 1_000, currency: 'USD', shippingCents: 100, premiumPerMille: 200 });
  const { valueCents, points } = valueIntake(inputOf([point], { currency: 'EUR' }, rates));
  expect(valueCents).toBe(650);
  expect(points).toMatchObject([{ priceCents: 650, shippingCents: 50, premiumCents: 100 }]);
});

test('they change the inputs: the same price without them has another hash', () => {
  const hash = (change: Parameters<typeof pointOf>[0]): string => valueIntake(inputOf([pointOf(change)])).inputsHash;
  expect(new Set([hash({}), hash({ shippingCents: 1 }), hash({ premiumPerMille: 1 })]).size).toBe(3);
});
