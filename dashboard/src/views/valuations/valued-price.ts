import type { Schemas } from '../../../../src/client/index.js';

/** A price point of a valuation, with what is known of it besides. */
export interface ValuedPrice {
  readonly key: string;
  readonly source: string;
  readonly cents: number | null;
  readonly type: 'sold' | 'ask' | 'bid';
  readonly at: number;
  readonly included: boolean;
  readonly reason: string;
  readonly weight: number;
  readonly title: string | null;
  readonly url: string | null;
  readonly grade: string | null;
  readonly isStale: boolean;
  readonly lotSize: number | null;
}

/** The points of a valuation with their titles and addresses, the heaviest first, then the newest. */
export function valuedPrices(
  valuation: Schemas['Valuation'],
  prices: readonly Schemas['Price'][],
  sources: ReadonlyMap<string, string>,
): ValuedPrice[] {
  const known = new Map(prices.map((price) => [`${price.source_id} ${price.dedupe_key}`, price]));
  return valuation.points
    .map((point): ValuedPrice => {
      const key = `${point.source_id} ${point.dedupe_key}`;
      const price = known.get(key);
      return {
        ...{ key, cents: point.price_cents, type: point.price_type, included: point.included },
        ...{ reason: point.reason, weight: point.weight, at: Date.parse(point.observed_on) },
        source: price?.source ?? sources.get(point.source_id) ?? point.source_id,
        title: price?.title ?? null,
        url: price?.url ?? null,
        grade: (price?.['grade'] as string | null | undefined) ?? null,
        isStale: price?.['stale'] === true,
        lotSize: (price?.['lot_size'] as number | null | undefined) ?? null,
      };
    })
    .sort((one, other) => other.weight - one.weight || other.at - one.at);
}

/** Why a price does not count, in few words. */
export function reasonText({ reason, lotSize }: Pick<ValuedPrice, 'reason' | 'lotSize'>): string {
  if (reason === 'lot') return lotSize === null ? 'several items' : `lot of ${lotSize}`;
  return REASONS[reason] ?? reason;
}

const REASONS: Readonly<Record<string, string>> = {
  best_offer: 'best offer unknown',
  unsold: 'not sold',
  bad_price: 'not a price',
  bad_date: 'not a date',
  in_future: 'in the future',
  no_match: 'another item',
  untrusted: 'source not trusted',
  no_rate: 'no exchange rate',
  ask: 'asked, not paid',
  bid: 'bid, not paid',
  outlier: 'outlier',
  too_old: 'too old',
};
