/** Sold: money changed hands. Bid: offered by a buyer. Ask: demanded by a seller. */
export const PRICE_TYPES = ['sold', 'bid', 'ask'] as const;
export type PriceType = (typeof PRICE_TYPES)[number];
