export { extractPage, type ExtractedPage } from './extract/extract-page.js';
export type { Extraction, FieldMatches, LayoutChange, Page, PageKind } from './extract/extraction.js';
export { parseExtraction } from './extract/parse-extraction.js';
export type { PriceRow, RejectedRow } from './extract/price-row.js';
export { dayOf, matchRow, type MatchedRow } from './match-row.js';
export { canonicalUrl } from './price/canonical-url.js';
export { CURRENCIES, isCurrency, minorDigits } from './price/currencies.js';
export { dedupeKey, type DedupeParts } from './price/dedupe-key.js';
export { type Match, type MatchIntake, type MatchListing, matchStrength } from './price/match-strength.js';
export { PRICE_TYPES, type PriceType } from './price/price-types.js';
export type { ExchangeRate } from './valuation/exchange-rates.js';
export {
  RARE_HALF_LIFE_DAYS,
  type Valuation,
  VALUATION_ALGORITHM,
  VALUATION_DEFAULTS,
  type ValuationInput,
  type ValuationOptions,
  type ValuationPoint,
  type ValuedPoint,
} from './valuation/valuation.js';
export { valueIntake } from './valuation/value-intake.js';
