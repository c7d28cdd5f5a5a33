import type { PriceType } from '../price/price-types.js';

/** A row of a page that satisfies the contract of its source. */
export interface PriceRow {
  /** 1-based among the items of the page. */
  readonly rowNumber: number;
  readonly externalId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  readonly priceCents: number;
  readonly currency: string;
  readonly priceType: PriceType;
  /** In ms. A day without a time is its midnight in UTC. */
  readonly observedAt: number;
  readonly shippingCents: number | null;
  readonly lotSize: number | null;
  readonly bestOffer: boolean;
  readonly unsold: boolean;
  readonly seller: string | null;
  readonly grade: string | null;
  /** From 0 to 1000, if the source states it. */
  readonly matchPerMille: number | null;
  /** Everything else: grader, premium_included, year, mint_mark, denomination, series and free attributes. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A row that breaks the contract. */
export interface RejectedRow {
  readonly rowNumber: number;
  /** In the order of the contract. */
  readonly errors: readonly { readonly column: string | null; readonly type: string; readonly message: string }[];
  /** The values as they were found, as a JSON object. */
  readonly rawJson: string;
}
