import { isoTime } from '../platform/index.js';
import type { valuationHistory } from './points/valuations.js';
import type { Valuation, ValuedPoint } from './valuation/valuation.js';

/** A valuation as it is stored and printed. Weights and sizes are decimals of exact integers, so the text is always the same. */
export function valuationJson(valuation: Valuation) {
  return {
    intake_id: valuation.intakeId,
    value_cents: valuation.valueCents,
    low_cents: valuation.lowCents,
    high_cents: valuation.highCents,
    currency: valuation.currency,
    n: valuation.n,
    n_eff: valuation.nEffMilli / 1000,
    confidence: valuation.confidence,
    value_type: valuation.valueType,
    spread: valuation.spreadNano / NANO,
    ask_low_cents: valuation.askLowCents,
    bid_floor_cents: valuation.bidFloorCents,
    as_of: valuation.asOf,
    algorithm: valuation.algorithm,
    inputs_hash: valuation.inputsHash,
    points: valuation.points.map(pointJson),
  };
}

export type ValuationJson = ReturnType<typeof valuationJson>;
export type ValuedPointJson = ReturnType<typeof pointJson>;

const NANO = 1_000_000_000;

function pointJson(point: ValuedPoint) {
  return {
    source_id: point.sourceId,
    dedupe_key: point.dedupeKey,
    included: point.included,
    reason: point.reason,
    weight: point.weightNano / NANO,
    price_cents: point.priceCents,
    // Absent in valuations that were stored by the first algorithm.
    shipping_cents: point.shippingCents ?? null,
    premium_cents: point.premiumCents ?? null,
    price_type: point.priceType,
    observed_on: point.observedOn,
  };
}

/** A version of a valuation, without its points. */
export function valuationVersionJson(version: Awaited<ReturnType<typeof valuationHistory>>[number]) {
  return {
    version: version.version,
    value_cents: version.value_cents,
    low_cents: version.low_cents,
    high_cents: version.high_cents,
    currency: version.currency,
    n: version.n,
    confidence: version.confidence,
    inputs_hash: version.inputs_hash,
    valued_at: isoTime(version.valued_at),
  };
}
