import { type Dialect, type TenantTransaction } from '../../database/index.js';
import { isStronger, type NewPoint, type PointCounts } from './price-point.js';

/** Columns of a new row that come from the point, in the order of its JSON array, with their types in PostgreSQL. */
const CONTENT = {
  external_id: 'text',
  title: 'text',
  url: 'text',
  price_cents: 'bigint',
  currency: 'text',
  price_type: 'text',
  observed_at: 'bigint',
  match_per_mille: 'integer',
  shipping_cents: 'bigint',
  lot_size: 'integer',
  best_offer: 'integer',
  unsold: 'integer',
  seller: 'text',
  grade: 'text',
  details: 'text',
  response_id: 'uuid',
  row_number: 'integer',
} as const;

/** More in one statement are not faster, and the text of a million would not fit into memory twice. */
const POINTS_PER_STATEMENT = 5_000;

const STATEMENTS: Readonly<Record<Dialect, string>> = { sqlite: statement('sqlite'), postgres: statement('postgres') };

interface StoredRow {
  readonly seen_count: number;
  readonly is_changed: number;
}

/**
 * Stores the points of one intake and source: inserts new ones, counts known ones, and replaces the content of a known one if the new match
 * is stronger. One statement for all of them, so that no other worker comes between comparison and write.
 */
export async function storePoints(
  tx: TenantTransaction,
  place: { readonly intakeId: string; readonly sourceId: string; readonly isStale: boolean },
  points: readonly NewPoint[],
): Promise<PointCounts> {
  // A statement cannot touch a row twice.
  const strongest = new Map<string, NewPoint>();
  for (const point of points) {
    const known = strongest.get(point.dedupeKey);
    if (!known || isStronger(point, known)) strongest.set(point.dedupeKey, point);
  }
  const rows = [...strongest.values()].map(fieldsOf);
  const counts = { added: 0, updated: 0, duplicates: points.length - strongest.size };
  for (let first = 0; first < rows.length; first += POINTS_PER_STATEMENT) {
    const text = JSON.stringify(rows.slice(first, first + POINTS_PER_STATEMENT));
    const stored = await tx.query<StoredRow>(STATEMENTS[tx.dialect], [
      ...[tx.tenant, place.intakeId, place.sourceId, place.isStale ? 1 : 0, text],
    ]);
    for (const { seen_count, is_changed } of stored) {
      if (seen_count === 1) counts.added++;
      else if (is_changed === 1) counts.updated++;
      else counts.duplicates++;
    }
  }
  return counts;
}

function fieldsOf(point: NewPoint): readonly unknown[] {
  return [
    ...[point.dedupeKey, point.externalId, point.title, point.url, point.priceCents, point.currency, point.priceType],
    ...[point.observedAt, point.matchPerMille, point.shippingCents, point.lotSize],
    ...[point.bestOffer ? 1 : 0, point.unsold ? 1 : 0, point.seller, point.grade, JSON.stringify(point.details)],
    ...[point.responseId, point.rowNumber],
  ];
}

/**
 * The points are one JSON text: a parameter per field would exceed the limit of SQLite.
 * `changed_at_count` tells a change from a repetition: times could be the same.
 */
function statement(dialect: Dialect): string {
  const columns = Object.entries(CONTENT);
  const isSqlite = dialect === 'sqlite';
  const parameter = (number: number, type: string): string => (isSqlite ? `?${number}` : `$${number}::${type}`);
  const value = (index: number, type: string): string =>
    isSqlite ? `each.value ->> ${index}` : `(each.value ->> ${index})::${type}`;
  const stronger = `(excluded.match_per_mille > cf_price_points.match_per_mille
    OR (excluded.match_per_mille = cf_price_points.match_per_mille AND (excluded.observed_at > cf_price_points.observed_at
      -- The source confirms what was only known from an old response.
      OR (excluded.observed_at = cf_price_points.observed_at AND excluded.stale < cf_price_points.stale))))`;
  const replaced = [...columns.map(([name]) => name), 'stale', 'changed_at'].map(
    (name) => `${name} = CASE WHEN ${stronger} THEN excluded.${name} ELSE cf_price_points.${name} END`,
  );
  const names = columns.map(([name]) => name).join(', ');
  return `
INSERT INTO cf_price_points (tenant, intake_id, source_id, dedupe_key, ${names}, stale, first_seen_at, last_seen_at, seen_count, changed_at, changed_at_count)
SELECT ${parameter(1, 'text')}, ${parameter(2, 'uuid')}, ${parameter(3, 'uuid')}, each.value ->> 0,
  ${columns.map(([, type], index) => value(index + 1, type)).join(', ')},
  ${parameter(4, 'integer')}, moment.now, moment.now, 1, moment.now, 1
FROM (SELECT cf_now() AS now) AS moment, ${isSqlite ? 'json_each(?5) AS each' : 'json_array_elements($5::json) AS each (value)'}
WHERE true
ON CONFLICT (tenant, intake_id, source_id, dedupe_key) DO UPDATE SET
  ${replaced.join(',\n  ')},
  -- A clock that went back must not make the last time earlier than the first.
  last_seen_at = CASE WHEN excluded.last_seen_at > cf_price_points.last_seen_at THEN excluded.last_seen_at ELSE cf_price_points.last_seen_at END,
  changed_at_count = CASE WHEN ${stronger} THEN cf_price_points.seen_count + 1 ELSE cf_price_points.changed_at_count END,
  seen_count = cf_price_points.seen_count + 1
RETURNING seen_count, CASE WHEN changed_at_count = seen_count THEN 1 ELSE 0 END AS is_changed`;
}
