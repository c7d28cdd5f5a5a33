/** One price that a source reported, before it is stored. Prices are integers of the smallest unit of their currency. */
export interface NewPoint {
  readonly dedupeKey: string;
  readonly externalId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  readonly priceCents: number;
  readonly currency: string;
  readonly priceType: 'sold' | 'ask' | 'bid';
  /** When it was sold or offered, in ms. */
  readonly observedAt: number;
  /** From 0 to 1000. */
  readonly matchPerMille: number;
  readonly shippingCents: number | null;
  readonly lotSize: number | null;
  readonly bestOffer: boolean;
  readonly unsold: boolean;
  readonly seller: string | null;
  readonly grade: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** The page that it came from, and its row there. */
  readonly responseId: string | null;
  readonly rowNumber: number | null;
}

/** What became of the points of a collection. */
export interface PointCounts {
  readonly added: number;
  /** Replaced by a stronger match, or by an equally strong one that was observed later. */
  readonly updated: number;
  /** Seen again, and left as they are. */
  readonly duplicates: number;
}

/** The stronger of two, as the statement decides it. */
export function isStronger(one: NewPoint, other: NewPoint): boolean {
  const difference = one.matchPerMille - other.matchPerMille;
  return difference > 0 || (difference === 0 && one.observedAt > other.observedAt);
}
