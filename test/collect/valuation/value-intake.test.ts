import { describe, expect, test } from 'vitest';
import type { ValuationPoint } from '../../../src/collect/valuation/valuation.js';
import { valueIntake } from '../../../src/collect/valuation/value-intake.js';
import { inputOf, pointOf } from './valuation-points.js';

const sales = (prices: readonly number[], change: Partial<ValuationPoint> = {}): ValuationPoint[] =>
  prices.map((priceCents, index) => pointOf({ dedupeKey: `k${index}`, priceCents, ...change }));

describe('a point is excluded with its reason', () => {
  test.each([
    ['lot', { lotSize: 2 }],
    ['best_offer', { bestOffer: true }],
    ['unsold', { unsold: true }],
    ['bad_price', { priceCents: 0 }],
    ['bad_price', { priceCents: 1.5 }],
    ['bad_date', { observedOn: '2026-13-01' }],
    ['in_future', { observedOn: '2026-07-02' }],
    ['no_match', { matchPerMille: 0 }],
    ['untrusted', { trustPerMille: 0 }],
    ['no_rate', { currency: 'USD' }],
    ['ask', { priceType: 'ask' as const }],
    ['bid', { priceType: 'bid' as const }],
    ['too_old', { observedOn: '1990-01-01' }],
  ])('%s', (reason, change) => {
    const { points, n, valueCents } = valueIntake(
      inputOf([pointOf({ dedupeKey: 'a' }), pointOf({ dedupeKey: 'b', priceCents: 500, ...change })], {
        currency: 'EUR',
      }),
    );
    expect(points[1]).toMatchObject({ dedupeKey: 'b', included: false, reason, weightNano: 0 });
    expect([n, valueCents]).toEqual([1, 100]);
  });

  test('outlier', () => {
    const { points, valueCents } = valueIntake(inputOf(sales([95, 100, 102, 98, 105, 101, 99, 2500])));
    expect(points.filter(({ included }) => !included)).toMatchObject([{ dedupeKey: 'k7', reason: 'outlier' }]);
    expect(valueCents).toBe(100);
  });
});

test('tomorrow is not the future: it may be today in another time zone', () => {
  expect(valueIntake(inputOf([pointOf({ observedOn: '2026-07-01' })])).points[0]).toMatchObject({
    weightNano: 1_000_000_000,
  });
});

describe('the kind of value', () => {
  test('is the last sale, with low confidence, for a single sale', () => {
    expect(valueIntake(inputOf(sales([120])))).toMatchObject({
      ...{
        valueType: 'last_sale',
        confidence: 'low',
        valueCents: 120,
        lowCents: 120,
        highCents: 120,
        n: 1,
        nEffMilli: 1000,
      },
    });
  });

  test('is indicative without a sale, and never sure', () => {
    const asks = sales(Array<number>(20).fill(100), { priceType: 'ask' });
    const bid = pointOf({ dedupeKey: 'bid', priceCents: 80, priceType: 'bid' });
    expect(valueIntake(inputOf([...asks, bid]))).toMatchObject({
      ...{ valueType: 'indicative', confidence: 'low', valueCents: 100, askLowCents: 100, bidFloorCents: 80 },
    });
  });

  test('is none without a usable point', () => {
    expect(valueIntake(inputOf([]))).toMatchObject({
      valueType: 'none',
      confidence: 'none',
      valueCents: null,
      n: 0,
      currency: null,
    });
    expect(valueIntake(inputOf(sales([5], { unsold: true })))).toMatchObject({ valueType: 'none', valueCents: null });
  });

  test('asks and bids inform, and do not change the value', () => {
    const informed = [
      ...sales([100, 100]),
      pointOf({ dedupeKey: 'x', priceCents: 90, priceType: 'ask' }),
      pointOf({ dedupeKey: 'y', priceCents: 120, priceType: 'bid' }),
    ];
    expect(valueIntake(inputOf(informed))).toMatchObject({ valueCents: 100, askLowCents: 90, bidFloorCents: 120 });
  });
});

describe('confidence', () => {
  test.each([
    ['high', 8, [98, 99, 100, 100, 101, 102, 100, 99]],
    ['medium', 7, [98, 99, 100, 100, 101, 102, 100]],
    ['medium, because prices differ', 8, [60, 80, 100, 125, 150, 70, 90, 140]],
    ['low', 2, [100, 101]],
  ])('%s', (expected, n, prices) => {
    expect(valueIntake(inputOf(sales(prices)))).toMatchObject({ confidence: expected.split(',')[0], n });
  });
});

describe('currencies', () => {
  const foreign = [pointOf({ dedupeKey: 'a', priceCents: 1_000, currency: 'USD', observedOn: '2026-06-01' })];
  const value = (
    points: readonly ValuationPoint[],
    rates: { base: string; quote: string; day: string; rate: string }[],
    currency = 'EUR',
  ) => valueIntake(inputOf(points, { currency }, rates)).valueCents;

  test('are converted at the rate of the sale date', () => {
    const rates = [
      { base: 'USD', quote: 'EUR', day: '2026-06-01', rate: '0.9' },
      { base: 'USD', quote: 'EUR', day: '2026-06-30', rate: '0.5' },
    ];
    expect(value(foreign, rates)).toBe(900);
  });

  test('use the last rate before a weekend, but none that is older than a week', () => {
    expect(value(foreign, [{ base: 'USD', quote: 'EUR', day: '2026-05-25', rate: '0.8' }])).toBe(800);
    expect(value(foreign, [{ base: 'USD', quote: 'EUR', day: '2026-05-24', rate: '0.8' }])).toBeNull();
    expect(value(foreign, [{ base: 'USD', quote: 'EUR', day: '2026-06-02', rate: '0.8' }])).toBeNull();
  });

  test('use the inverse rate, and two rates of one base currency', () => {
    expect(value(foreign, [{ base: 'EUR', quote: 'USD', day: '2026-06-01', rate: '1.25' }])).toBe(800);
    const ecb = [
      { base: 'EUR', quote: 'USD', day: '2026-06-01', rate: '1.25' },
      { base: 'EUR', quote: 'GBP', day: '2026-06-01', rate: '0.85' },
    ];
    expect(value(foreign, ecb, 'GBP')).toBe(680);
  });

  test('with other smallest units are scaled, and rounded half up once', () => {
    expect(value(foreign, [{ base: 'USD', quote: 'JPY', day: '2026-06-01', rate: '157.05' }], 'JPY')).toBe(1571);
    const yen = [pointOf({ priceCents: 1_000, currency: 'JPY', observedOn: '2026-06-01' })];
    expect(value(yen, [{ base: 'JPY', quote: 'KWD', day: '2026-06-01', rate: '0.0019665' }], 'KWD')).toBe(1967);
  });

  test('default to the most frequent one', () => {
    expect(valueIntake(inputOf([...foreign, ...sales([5, 6])])).currency).toBe('EUR');
    expect(valueIntake(inputOf([...foreign, pointOf({ dedupeKey: 'b' })])).currency).toBe('EUR');
  });
});

describe('weights', () => {
  const weightOf = (change: Partial<ValuationPoint> & { ageDays?: number }, halfLifeDays = 90): number | undefined =>
    valueIntake(inputOf([pointOf(change)], { halfLifeDays })).points[0]?.weightNano;

  test('follow age, match, trust and staleness', () => {
    expect(weightOf({})).toBe(1_000_000_000);
    expect(weightOf({ ageDays: 90 })).toBe(500_000_000);
    expect(weightOf({ ageDays: 365 }, 365)).toBe(500_000_000);
    expect(weightOf({ matchPerMille: 250 })).toBe(250_000_000);
    expect(weightOf({ trustPerMille: 800 })).toBe(800_000_000);
    expect(weightOf({ stale: true })).toBe(500_000_000);
    expect(weightOf({ ageDays: 90, matchPerMille: 900, trustPerMille: 500, stale: true })).toBe(112_500_000);
  });

  test('of one source are at most 40 % among three sources', () => {
    const points = [
      ...sales([80, 90, 100, 110, 120, 95, 105, 100], { sourceId: 'big' }),
      pointOf({ sourceId: 'b', priceCents: 130 }),
      pointOf({ sourceId: 'c', priceCents: 140 }),
    ];
    const { points: valued, valueCents } = valueIntake(inputOf(points, { basis: 'all' }));
    const share = (source: string): number =>
      valued.filter(({ sourceId }) => sourceId === source).reduce((sum, one) => sum + one.weightNano, 0);
    const total = share('big') + share('b') + share('c');
    expect(share('big') / total).toBeCloseTo(0.4, 6);
    expect(valueCents).toBe(130);
  });

  test('of two sources are not capped: both cannot have at most 40 %', () => {
    const points = [...sales([100, 100, 100], { sourceId: 'big' }), pointOf({ sourceId: 'b', priceCents: 900 })];
    expect(valueIntake(inputOf(points)).valueCents).toBe(100);
  });

  test('of one seller are at most 40 %, on whatever sources', () => {
    const points = [
      ...sales([80, 90, 100], { sourceId: 'a', seller: 'x' }),
      ...sales([110, 120, 105], { sourceId: 'b', seller: 'x' }),
      pointOf({ sourceId: 'a', dedupeKey: 'y', priceCents: 130, seller: 'y' }),
      pointOf({ sourceId: 'b', dedupeKey: 'z', priceCents: 140, seller: 'z' }),
    ];
    expect(valueIntake(inputOf(points)).valueCents).toBe(130);
  });
});

test('the hash of the inputs changes with every input and with nothing else', () => {
  const points = sales([100, 101]);
  const hash = valueIntake(inputOf(points)).inputsHash;
  expect(valueIntake(inputOf([...points].reverse())).inputsHash).toBe(hash);
  // Rates that no point needs change nothing.
  expect(
    valueIntake(inputOf(points, {}, [{ base: 'USD', quote: 'EUR', day: '2026-06-01', rate: '1' }])).inputsHash,
  ).toBe(hash);
  for (const change of [
    ...[
      { priceCents: 7 },
      { matchPerMille: 7 },
      { trustPerMille: 7 },
      { stale: true },
      { lotSize: 2 },
      { seller: 'x' },
    ],
    ...[{ observedOn: '2026-06-01' }, { bestOffer: true }, { unsold: true }, { priceType: 'ask' as const }],
  ]) {
    expect(valueIntake(inputOf([pointOf({ dedupeKey: 'k0', ...change }), ...points.slice(1)])).inputsHash).not.toBe(
      hash,
    );
  }
  expect(valueIntake(inputOf(points, { halfLifeDays: 365 })).inputsHash).not.toBe(hash);
  expect(valueIntake({ ...inputOf(points), asOf: '2026-07-01' }).inputsHash).not.toBe(hash);
});
