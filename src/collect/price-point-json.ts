import { isoTime } from '../platform/index.js';
import type { StoredPoint } from './points/find-points.js';

/** A price point as JSON, the same in every interface. */
export function pricePointJson(point: StoredPoint) {
  return {
    intake_id: point.intake_id,
    source: point.source,
    source_id: point.source_id,
    dedupe_key: point.dedupe_key,
    external_id: point.external_id,
    price_cents: point.price_cents,
    currency: point.currency,
    price_type: point.price_type,
    observed_at: isoTime(point.observed_at),
    match_strength: point.match_per_mille / 1000,
    url: point.url,
    title: point.title,
    shipping_cents: point.shipping_cents,
    lot_size: point.lot_size,
    best_offer: point.best_offer === 1,
    unsold: point.unsold === 1,
    seller: point.seller,
    grade: point.grade,
    stale: point.stale === 1,
    details: JSON.parse(point.details) as unknown,
    response_id: point.response_id,
    row_number: point.row_number,
    first_seen_at: isoTime(point.first_seen_at),
    last_seen_at: isoTime(point.last_seen_at),
    seen_count: point.seen_count,
  };
}
