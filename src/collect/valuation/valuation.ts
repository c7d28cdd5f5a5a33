import type { PriceType } from '../price/price-types.js';
import type { ExchangeRate } from './exchange-rates.js';

/** Changes whenever the same inputs may give another value. Part of every result. */
export const VALUATION_ALGORITHM = 'casparian-valuation-2';

/** A price point as the valuation sees it. Prices are integers of the smallest unit of their currency. */
export interface ValuationPoint {
  readonly sourceId: string;
  readonly dedupeKey: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly priceType: PriceType;
  /** The day of the sale or offer, `2026-03-01`. */
  readonly observedOn: string;
  /** 0 to 1000. */
  readonly matchPerMille: number;
  /** Trust in the source, 0 to 1000. */
  readonly trustPerMille: number;
  /** From a stored response that was used because the source did not respond. */
  readonly stale: boolean;
  readonly lotSize: number | null;
  /** Sold at a best offer that the source does not name: the real price is unknown. */
  readonly bestOffer: boolean;
  readonly unsold: boolean;
  readonly seller: string | null;
  /** What the buyer paid besides the price, in the currency of the price. Null: unknown. */
  readonly shippingCents?: number | null;
  /** A buyer's premium that the price does not include, in thousandths of it. Null: included or unknown. */
  readonly premiumPerMille?: number | null;
}

export interface ValuationOptions {
  /** The currency of the value. Null: the most frequent one among the points. */
  readonly currency: string | null;
  /** 90 for common items, 365 for rare ones. */
  readonly halfLifeDays: number;
  /** `sold`: only sales, if there are any. `all`: asks and bids count beside them, with less weight. */
  readonly basis: 'sold' | 'all';
}

export const VALUATION_DEFAULTS: ValuationOptions = { currency: null, halfLifeDays: 90, basis: 'sold' };
/** @public for items that are rarely sold. */
export const RARE_HALF_LIFE_DAYS = 365;

export interface ValuationInput {
  readonly intakeId: string;
  /** The day for which the value is computed. Ages are counted to it. */
  readonly asOf: string;
  readonly points: readonly ValuationPoint[];
  readonly rates: readonly ExchangeRate[];
  readonly options: ValuationOptions;
}

export type Confidence = 'high' | 'medium' | 'low' | 'none';
/** `sold`: several sales. `last_sale`: one. `indicative`: no sale, only asks and bids. `none`: no usable point. */
export type ValueType = 'sold' | 'last_sale' | 'indicative' | 'none';

export type ExclusionReason =
  | 'lot'
  | 'best_offer'
  | 'unsold'
  | 'bad_price'
  | 'bad_date'
  | 'in_future'
  | 'no_match'
  | 'untrusted'
  | 'no_rate'
  | 'ask'
  | 'bid'
  | 'outlier'
  | 'too_old';

export interface ValuedPoint {
  readonly sourceId: string;
  readonly dedupeKey: string;
  readonly priceType: PriceType;
  readonly observedOn: string;
  /** What the buyer paid, with shipping and premium as far as known. In the currency of the value; null without a rate. */
  readonly priceCents: number | null;
  /** The parts of it that were added to the price of the source; null if nothing was added. */
  readonly shippingCents: number | null;
  readonly premiumCents: number | null;
  readonly included: boolean;
  readonly reason: 'included' | ExclusionReason;
  /** In billionths. 0 if it is excluded. */
  readonly weightNano: number;
}

export interface Valuation {
  readonly intakeId: string;
  readonly algorithm: string;
  /** SHA-256 of everything that the value depends on. */
  readonly inputsHash: string;
  readonly asOf: string;
  readonly currency: string | null;
  readonly valueType: ValueType;
  readonly valueCents: number | null;
  /** Weighted 25th and 75th percentile. */
  readonly lowCents: number | null;
  readonly highCents: number | null;
  /** Included points. */
  readonly n: number;
  /** Effective sample size in thousandths. */
  readonly nEffMilli: number;
  readonly confidence: Confidence;
  /** Spread of the included prices: the median absolute deviation of their logarithms, in billionths. */
  readonly spreadNano: number;
  /** The lowest ask and the highest bid. They inform; they do not change the value. */
  readonly askLowCents: number | null;
  readonly bidFloorCents: number | null;
  /** Ordered by source and dedupe key. */
  readonly points: readonly ValuedPoint[];
}
