/**
 * The tables of the module as Kysely sees them, the same in both databases. Times are milliseconds. Every row belongs to one
 * tenant, and every query names it.
 */
export interface CollectSchema {
  cf_sources: SourcesTable;
  cf_source_breakers: BreakersTable;
  cf_source_robots: RobotsTable;
  cf_source_activity: ActivityTable;
  cf_source_bodies: BodiesTable;
  cf_source_cache: CacheTable;
  cf_source_responses: ResponsesTable;
  cf_source_quarantine: SourceQuarantineTable;
  cf_intakes: IntakesTable;
  cf_collections: CollectionsTable;
  cf_price_points: PricePointsTable;
  cf_valuations: ValuationsTable;
  cf_valuation_history: ValuationsTable;
  cf_currency_rates: CurrencyRatesTable;
}

export interface SourcesTable {
  id: string;
  tenant: string;
  name: string;
  kind: 'json' | 'html' | 'csv' | 'feed' | 'adapter';
  /** A template: `{title}` and other fields of the intake, encoded. The path of the program for an adapter. */
  url: string;
  /** JSON: how rows are found in a response. */
  extract: string | null;
  /** JSON: what rows must satisfy. */
  contract: string | null;
  /** JSON: what only some kinds need. */
  options: string;
  /** JSON: names of headers and references such as `env:API_KEY`, never values. */
  credentials: string;
  terms: string | null;
  enabled: 0 | 1;
  /** Null for any number. */
  rate_per_minute: number | null;
  burst: number;
  max_concurrency: number;
  cache_ttl_seconds: number;
  negative_ttl_seconds: number;
  max_stale_seconds: number;
  /** How old a collection is when it is due again. */
  refresh_seconds: number;
  max_pages: number;
  obey_robots: 0 | 1;
  trust: number;
  /** Grows when what is requested or extracted changes. */
  revision: number;
  /** The end of a pause by hand. */
  paused_until: number | null;
  pause_reason: string | null;
  created_at: number;
  updated_at: number;
}

export interface BreakersTable {
  source_id: string;
  tenant: string;
  /** Grows whenever the breaker opens or closes. */
  generation: number;
  failure_streak: number;
  /** How often it opened since the last success. */
  open_count: number;
  /** Null while it is closed. */
  opened_until: number | null;
  probe_owner: string | null;
  probe_until: number | null;
  isolated: 0 | 1;
  isolated_by: string | null;
  /** Why it was isolated. */
  reason: string | null;
  /** Until when a response asked us to wait. */
  backoff_until: number | null;
  backoff_count: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_failure: string | null;
}

export interface RobotsTable {
  tenant: string;
  origin: string;
  /** JSON. */
  entry: string;
  fetched_at: number;
  expires_at: number;
}

export interface BodiesTable {
  tenant: string;
  /** SHA-256 of the uncompressed bytes. */
  hash: string;
  content: Uint8Array;
  /** Uncompressed. */
  size_bytes: number;
  created_at: number;
}

export interface CacheTable {
  tenant: string;
  source_id: string;
  cache_key: string;
  variant: string;
  /** JSON. */
  entry: string;
  body_hash: string;
  keep_until: number;
  stored_at: number;
}

export interface ResponsesTable {
  id: string;
  tenant: string;
  source_id: string;
  intake_id: string;
  job_id: string;
  query_key: string;
  fetch_id: string;
  page: number;
  url: string;
  status: number;
  content_type: string | null;
  /** Null if there was no body to keep. */
  body_hash: string | null;
  /** Of the source. */
  revision: number;
  fetched_at: number;
}

export interface SourceQuarantineTable {
  id: string;
  tenant: string;
  source_id: string;
  intake_id: string;
  job_id: string;
  response_id: string | null;
  row_number: number;
  field: string | null;
  error_type: string;
  error_message: string;
  /** JSON. */
  raw_data: string;
  created_at: number;
}

export interface IntakesTable {
  id: string;
  tenant: string;
  /** Identifies it outside, so that a file can be imported again. */
  ref: string | null;
  title: string;
  year: number | null;
  mint_mark: string | null;
  denomination: string | null;
  series: string | null;
  /** JSON. */
  attributes: string;
  /** Grows whenever price points change. */
  points_version: number;
  /** The version of the points that the current valuation is made of. */
  valued_version: number;
  created_at: number;
  /** Null: the usual one. */
  half_life_days: number | null;
}

export interface CollectionsTable {
  tenant: string;
  intake_id: string;
  source_id: string;
  round: number;
  /** The job of the last round. */
  job_id: string;
  /** Null until the first success. */
  collected_at: number | null;
  points_new: number;
  points_updated: number;
  duplicates: number;
  quarantined: number;
}

export interface PricePointsTable {
  tenant: string;
  intake_id: string;
  source_id: string;
  dedupe_key: string;
  external_id: string | null;
  title: string | null;
  url: string | null;
  price_cents: number;
  currency: string;
  price_type: 'sold' | 'ask' | 'bid';
  observed_at: number;
  match_per_mille: number;
  shipping_cents: number | null;
  lot_size: number | null;
  best_offer: 0 | 1;
  unsold: 0 | 1;
  seller: string | null;
  grade: string | null;
  /** JSON. */
  details: string;
  /** It came from a stored response while the source was down. */
  stale: 0 | 1;
  /** The response that the content came from. */
  response_id: string | null;
  row_number: number | null;
  first_seen_at: number;
  last_seen_at: number;
  seen_count: number;
  /** When the content was inserted or replaced by a stronger match. */
  changed_at: number;
  /** What seen_count was then. */
  changed_at_count: number;
}

export interface ValuationsTable {
  tenant: string;
  intake_id: string;
  version: number;
  inputs_hash: string;
  algorithm: string;
  value_cents: number | null;
  low_cents: number | null;
  high_cents: number | null;
  currency: string | null;
  n: number;
  confidence: string;
  /** JSON. */
  body: string;
  valued_at: number;
}

export interface CurrencyRatesTable {
  tenant: string;
  base: string;
  quote: string;
  /** `YYYY-MM-DD`. */
  day: string;
  rate: string;
}

/** The columns that count durations, in the order of `DURATION_BOUNDS_MS`; the last one has no bound. */
export const DURATION_COLUMNS = [
  ...(['took_50', 'took_100', 'took_250', 'took_500', 'took_1000'] as const),
  ...(['took_2500', 'took_5000', 'took_10000', 'took_longer'] as const),
] as const;

/** How often a source was asked in a minute. */
export interface ActivityTable extends Record<(typeof DURATION_COLUMNS)[number], number> {
  tenant: string;
  source_id: string;
  minute: number;
  ok: number;
  refused: number;
  limited: number;
  failed: number;
  cached: number;
  stale: number;
  wait_ms: number;
  duration_ms: number;
}
