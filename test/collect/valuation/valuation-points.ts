import type { ValuationInput, ValuationOptions, ValuationPoint } from '../../../src/collect/valuation/valuation.js';
import { VALUATION_DEFAULTS } from '../../../src/collect/valuation/valuation.js';

export const AS_OF = '2026-06-30';

/** A sale in EUR today, with full match and trust, unless stated otherwise. */
export function pointOf({ ageDays = 0, ...given }: Partial<ValuationPoint> & { ageDays?: number }): ValuationPoint {
  const observedOn = new Date(Date.parse(AS_OF) - ageDays * 86_400_000).toISOString().slice(0, 10);
  return {
    ...{ sourceId: 'one', dedupeKey: 'key', priceCents: 100, currency: 'EUR', priceType: 'sold', observedOn },
    ...{
      matchPerMille: 1000,
      trustPerMille: 1000,
      stale: false,
      lotSize: null,
      bestOffer: false,
      unsold: false,
      seller: null,
    },
    ...given,
  };
}

export function inputOf(
  points: readonly ValuationPoint[],
  options: Partial<ValuationOptions> = {},
  rates: ValuationInput['rates'] = [],
): ValuationInput {
  return { intakeId: 'item', asOf: AS_OF, points, rates, options: { ...VALUATION_DEFAULTS, ...options } };
}
