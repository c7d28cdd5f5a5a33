import { canonicalJson, sha256Hex } from '../../platform/index.js';
import { canonicalUrl } from './canonical-url.js';
import type { PriceType } from './price-types.js';

/** What identifies a price at its source. */
export interface DedupeParts {
  readonly externalId: string | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly priceCents: number;
  readonly currency: string;
  readonly priceType: PriceType;
  /** The day of the price, `2026-03-01`. */
  readonly observedOn: string;
}

/** PostgreSQL cannot index longer values well, and an id this long is a text. */
const LONGEST_ID = 200;

/**
 * `ext_` and the id that the source gives, or `hash1_` and the SHA-256 of the normalised parts. The digit is the version of the
 * parts: another normalisation gets another digit, so that old and new keys cannot collide silently.
 */
export function dedupeKey(parts: DedupeParts, keepParameters: readonly string[] = []): string {
  const id = parts.externalId?.normalize('NFKC').trim() ?? '';
  if (id !== '' && id.length <= LONGEST_ID) return `ext_${id}`;
  const hashed = {
    ...(id === '' ? {} : { external_id: id }),
    currency: parts.currency,
    date: parts.observedOn,
    price_cents: parts.priceCents,
    price_type: parts.priceType,
    title: parts.title === null ? null : normalisedTitle(parts.title),
    url: parts.url === null ? null : canonicalUrl(parts.url, keepParameters),
  };
  return `hash1_${sha256Hex(canonicalJson(hashed))}`;
}

/** NFKC, lower case, single spaces. */
export function normalisedTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
