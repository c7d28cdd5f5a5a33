import { compareUtf8, sha256Hex } from '../../platform/index.js';
import { VALUATION_ALGORITHM, type ValuationInput, type ValuationPoint } from './valuation.js';

/**
 * SHA-256 of what a value depends on, in one order and one form. `points` are sorted by {@link byIdentity}. Rates count only if a point
 * has another currency.
 */
export function inputsHash(
  { intakeId, asOf, options, rates }: ValuationInput,
  points: readonly ValuationPoint[],
  currency: string | null,
): string {
  const isMixed = points.some((point) => point.currency !== currency);
  const inputs = [
    VALUATION_ALGORITHM,
    intakeId,
    asOf,
    [options.currency, options.halfLifeDays, options.basis],
    points.map(identityOf),
    isMixed ? rates.map(({ base, quote, day, rate }) => [base, quote, day, rate].join(' ')).sort() : [],
  ];
  // Arrays of texts, integers and booleans: JSON.stringify writes them in one way only.
  return sha256Hex(JSON.stringify(inputs));
}

/** The order of points: by source and dedupe key, then by everything else. */
export function byIdentity(one: ValuationPoint, other: ValuationPoint): number {
  return (
    compareUtf8(one.sourceId, other.sourceId) ||
    compareUtf8(one.dedupeKey, other.dedupeKey) ||
    compareUtf8(JSON.stringify(identityOf(one)), JSON.stringify(identityOf(other)))
  );
}

function identityOf(point: ValuationPoint): readonly unknown[] {
  const { sourceId, dedupeKey, priceCents, currency, priceType, observedOn, seller } = point;
  const { matchPerMille, trustPerMille, stale, lotSize, bestOffer, unsold } = point;
  return [
    ...[sourceId, dedupeKey, priceCents, currency, priceType, observedOn, matchPerMille, trustPerMille],
    ...[stale, lotSize, bestOffer, unsold, seller, point.shippingCents ?? null, point.premiumPerMille ?? null],
  ];
}
