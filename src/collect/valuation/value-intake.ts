import { isCurrency } from '../price/currencies.js';
import { PRICE_TYPES } from '../price/price-types.js';
import { capShares } from './cap-shares.js';
import { decayNano, lnNano, NANO } from './exact-functions.js';
import { type Convert, createConvert } from './exchange-rates.js';
import { findOutliers, spreadOf } from './find-outliers.js';
import { byIdentity, inputsHash } from './inputs-hash.js';
import {
  type Confidence,
  type ExclusionReason,
  type Valuation,
  VALUATION_ALGORITHM,
  type ValuationInput,
  type ValuationPoint,
  type ValuedPoint,
  type ValueType,
} from './valuation.js';
import { HALF, QUARTER, THREE_QUARTERS, weightedQuantile, wholeCents } from './weighted-quantile.js';

const TYPE_PER_MILLE = { sold: 1000, bid: 600, ask: 400 } as const;
const STALE_PER_MILLE = 500;
/** A sale may carry tomorrow's date in another time zone. */
const FUTURE_DAYS = 1;
const HIGH = { nEffMilli: 8000, spreadNano: 0.15 * NANO };
const MEDIUM = { nEffMilli: 3000 };

/** The value of an item and why. Pure: the same inputs give the same result, in any order of points and on any machine. */
export function valueIntake(input: ValuationInput): Valuation {
  const points = [...input.points].sort(byIdentity);
  const asOfDay = dayNumber(input.asOf);
  const currency = input.options.currency ?? mostFrequent(points);
  const convert = createConvert(input.rates);
  const drafts = points.map((point) => normalised(point, asOfDay, currency, convert));
  keepBasis(drafts, input.options.basis);
  rejectOutliers(drafts);
  weigh(drafts, input.options.halfLifeDays);
  const { intakeId, asOf } = input;
  const identity = { intakeId, asOf, algorithm: VALUATION_ALGORITHM, inputsHash: inputsHash(input, points, currency) };
  return { ...summary(drafts, currency), ...identity };
}

/** A point on its way through the steps. */
interface Draft {
  readonly point: ValuationPoint;
  readonly cents: number | null;
  readonly shippingCents: number | null;
  readonly premiumCents: number | null;
  readonly ageDays: number;
  reason: 'included' | ExclusionReason;
  weight: number;
}

/** Step 1: what the buyer paid, in one currency by the sale date, and why a point is not a comparable sale of one item. */
function normalised(point: ValuationPoint, asOfDay: number, currency: string | null, convert: Convert): Draft {
  const observed = dayNumber(point.observedOn);
  const ageDays = Math.max(0, asOfDay - observed);
  const refusal = refusalOf(point, asOfDay, observed);
  const isUsable = refusal !== 'bad_price' && refusal !== 'bad_date' && currency !== null;
  const inCurrency = (amount: number): number | null =>
    isUsable ? convert(amount, point.currency, currency, point.observedOn) : null;
  const { shipping, premium } = additionsOf(point);
  // Converted once, so that it is rounded once.
  const cents = inCurrency(point.priceCents + shipping + premium);
  const reason = refusal ?? (cents === null || cents <= 0 ? 'no_rate' : 'included');
  const shippingCents = shipping === 0 ? null : inCurrency(shipping);
  const premiumCents = premium === 0 ? null : inCurrency(premium);
  return { point, cents, shippingCents, premiumCents, ageDays, reason, weight: 0 };
}

/** What the buyer paid besides the price, as far as it is known. A premium is rounded half up to a whole cent. */
function additionsOf({ priceCents, shippingCents, premiumPerMille }: ValuationPoint): {
  shipping: number;
  premium: number;
} {
  const isWhole = Number.isSafeInteger(priceCents) && priceCents > 0;
  const premium = isWhole ? Number((BigInt(priceCents) * BigInt(premiumPerMille ?? 0) + 500n) / 1000n) : 0;
  return { shipping: Math.max(0, shippingCents ?? 0), premium };
}

function refusalOf(point: ValuationPoint, asOfDay: number, observed: number): ExclusionReason | null {
  if (!Number.isSafeInteger(point.priceCents) || point.priceCents <= 0) return 'bad_price';
  if (Number.isNaN(observed)) return 'bad_date';
  if (point.unsold) return 'unsold';
  if (point.bestOffer) return 'best_offer';
  if (point.lotSize !== null && point.lotSize > 1) return 'lot';
  if (observed > asOfDay + FUTURE_DAYS) return 'in_future';
  if (point.matchPerMille <= 0) return 'no_match';
  if (point.trustPerMille <= 0) return 'untrusted';
  return null;
}

/** Step 2: sales decide. Asks and bids only inform, unless there is no sale. */
function keepBasis(drafts: readonly Draft[], basis: 'sold' | 'all'): void {
  if (basis === 'all' || !drafts.some(({ reason, point }) => reason === 'included' && point.priceType === 'sold'))
    return;
  for (const draft of drafts) {
    if (draft.reason === 'included' && draft.point.priceType !== 'sold') draft.reason = draft.point.priceType;
  }
}

/** Step 3, among sales, bids and asks separately: an ask that is far from all sales is usual. */
function rejectOutliers(drafts: readonly Draft[]): void {
  for (const type of PRICE_TYPES) {
    const used = included(drafts).filter(({ point }) => point.priceType === type);
    const outliers = findOutliers(used.map(logOf));
    for (const [index, draft] of used.entries()) if (outliers[index] === true) draft.reason = 'outlier';
  }
}

/** Step 4. */
function weigh(drafts: readonly Draft[], halfLifeDays: number): void {
  for (const draft of included(drafts)) {
    draft.weight = weightOf(draft, halfLifeDays);
    if (draft.weight === 0) draft.reason = 'too_old';
  }
  const used = included(drafts);
  const bySeller = capShares(
    used.map(({ weight }) => weight),
    used.map(({ point }) => (point.seller === null ? `source ${point.sourceId}` : `seller ${point.seller}`)),
  );
  const bySource = capShares(
    bySeller,
    used.map(({ point }) => point.sourceId),
  );
  for (const [index, draft] of used.entries()) draft.weight = Math.max(1, bySource[index] ?? 0);
}

/** Exact product of thousandths, rounded half up to a billionth. */
function weightOf({ point, ageDays }: Draft, halfLifeDays: number): number {
  const decay = decayNano(ageDays, halfLifeDays);
  const rest = TYPE_PER_MILLE[point.priceType] * (point.stale ? STALE_PER_MILLE : 1000);
  // Below 2^53 for sales that are not stale, of a source with full trust: nearly all of them.
  if (rest === 1_000_000 && point.trustPerMille === 1000) return Math.floor((decay * point.matchPerMille + 500) / 1000);
  const product = BigInt(decay * point.matchPerMille) * BigInt(rest * point.trustPerMille);
  return Number((product + 500_000_000_000n) / 1_000_000_000_000n);
}

/** Step 5. */
function summary(
  drafts: readonly Draft[],
  currency: string | null,
): Omit<Valuation, 'intakeId' | 'algorithm' | 'inputsHash' | 'asOf'> {
  const used = included(drafts);
  const sorted = used
    .map(({ cents, weight }) => ({ price: cents ?? 0, weight }))
    .sort((one, other) => one.price - other.price);
  const nEffMilli = effectiveSize(used);
  const spreadNano = used.length === 0 ? 0 : Math.round(spreadOf(used.map(logOf)).mad);
  const valueType = valueTypeOf(used);
  const at = (share: typeof HALF): number | null =>
    sorted.length === 0 ? null : wholeCents(weightedQuantile(sorted, share));
  return {
    currency,
    valueType,
    valueCents: at(HALF),
    lowCents: at(QUARTER),
    highCents: at(THREE_QUARTERS),
    n: used.length,
    nEffMilli,
    confidence: confidenceOf(valueType, nEffMilli, spreadNano),
    spreadNano,
    askLowCents: informing(drafts, 'ask', Math.min),
    bidFloorCents: informing(drafts, 'bid', Math.max),
    points: drafts.map(valuedPoint),
  };
}

/** (Σw)² / Σw² in thousandths. Exact: weights are integers, and their squares exceed a double. */
function effectiveSize(used: readonly Draft[]): number {
  let sum = 0n;
  let squares = 0n;
  for (const { weight } of used) {
    const exact = BigInt(weight);
    sum += exact;
    squares += exact * exact;
  }
  return squares === 0n ? 0 : Number((2000n * sum * sum + squares) / (2n * squares));
}

function valueTypeOf(used: readonly Draft[]): ValueType {
  if (used.length === 0) return 'none';
  const sales = used.filter(({ point }) => point.priceType === 'sold').length;
  if (sales === 0) return 'indicative';
  return used.length === 1 ? 'last_sale' : 'sold';
}

/** Without a sale, many asks prove only that sellers agree. */
function confidenceOf(type: ValueType, nEffMilli: number, spreadNano: number): Confidence {
  if (type === 'none') return 'none';
  if (type !== 'sold') return 'low';
  if (nEffMilli >= HIGH.nEffMilli && spreadNano < HIGH.spreadNano) return 'high';
  return nEffMilli >= MEDIUM.nEffMilli ? 'medium' : 'low';
}

function informing(
  drafts: readonly Draft[],
  type: 'ask' | 'bid',
  choose: (one: number, other: number) => number,
): number | null {
  let chosen: number | null = null;
  for (const { point, cents, reason } of drafts) {
    const informs = point.priceType === type && cents !== null && (reason === 'included' || reason === type);
    if (informs) chosen = chosen === null ? cents : choose(chosen, cents);
  }
  return chosen;
}

function valuedPoint({ point, cents, shippingCents, premiumCents, reason, weight }: Draft): ValuedPoint {
  const { sourceId, dedupeKey, priceType, observedOn } = point;
  const isIncluded = reason === 'included';
  const weightNano = isIncluded ? weight : 0;
  const prices = { priceCents: cents, shippingCents, premiumCents };
  return { sourceId, dedupeKey, priceType, observedOn, ...prices, included: isIncluded, reason, weightNano };
}

function included(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter(({ reason }) => reason === 'included');
}

function logOf({ cents }: Draft): number {
  return lnNano(cents ?? 1);
}

/** The first by name among the most frequent. */
function mostFrequent(points: readonly ValuationPoint[]): string | null {
  const counts = new Map<string, number>();
  for (const { currency } of points) if (isCurrency(currency)) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [first] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days since 1970-01-01; NaN if the text is no day. */
function dayNumber(day: string): number {
  return DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) / 86_400_000 : Number.NaN;
}
