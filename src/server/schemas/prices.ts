import * as z from 'zod';
import { PRICE_TYPES, SOURCE_KINDS } from '../../collect/index.js';
import { TIME_OR_NULL } from './values.js';

/** Sources, items and prices as the command line prints them. */

const CENTS_OR_NULL = z.int().nullable();
const TEXT_OR_NULL = z.string().nullable();
const BREAKER_STATE = z.enum(['closed', 'open', 'half_open', 'isolated']);

export const SOURCE = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    kind: z.enum(SOURCE_KINDS),
    url: z.string(),
    enabled: z.boolean(),
    state: BREAKER_STATE,
    failure_streak: z.int(),
    paused_until: TIME_OR_NULL,
    tokens_left: z.number().nullable(),
    last_success_at: TIME_OR_NULL,
    last_failure_at: TIME_OR_NULL,
    last_failure: TEXT_OR_NULL,
    pause_reason: TEXT_OR_NULL,
    rate_per_minute: z.number().nullable(),
    burst: z.int(),
    concurrency: z.int(),
    cache_ttl_seconds: z.int(),
    negative_ttl_seconds: z.int(),
    max_stale_seconds: z.int(),
    refresh_seconds: z.int(),
    max_pages: z.int(),
    obey_robots: z.boolean(),
    trust: z.number(),
    terms: TEXT_OR_NULL,
    extract: z.unknown(),
    contract: z.unknown(),
    credentials: z.record(z.string(), z.string()).describe('References to secrets, never their values'),
    revision: z.int(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Source' });

export const SOURCE_HEALTH = z
  .object({
    name: z.string(),
    enabled: z.boolean(),
    state: BREAKER_STATE,
    failure_streak: z.int(),
    last_success_at: TIME_OR_NULL,
    last_failure_at: TIME_OR_NULL,
    last_failure: TEXT_OR_NULL,
    paused_until: TIME_OR_NULL,
    waiting_jobs: z.int(),
    running_jobs: z.int(),
    stalled: z.boolean(),
  })
  .meta({ id: 'SourceHealth' });

/** A row that a source sent and that breaks its contract. */
export const BROKEN_ROW = z
  .object({
    id: z.string(),
    intake_id: z.string(),
    job_id: z.string(),
    response_id: TEXT_OR_NULL,
    row: z.int(),
    column: TEXT_OR_NULL,
    type: z.string(),
    reason: z.string(),
    raw: z.string().describe('JSON'),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'BrokenRow' });

const INTAKE_FIELDS = {
  id: z.string(),
  ref: TEXT_OR_NULL,
  title: z.string(),
  year: z.int().nullable(),
  mint_mark: TEXT_OR_NULL,
  denomination: TEXT_OR_NULL,
  series: TEXT_OR_NULL,
  attributes: z.record(z.string(), z.string()),
  created_at: TIME_OR_NULL,
};

export const INTAKE = z.object(INTAKE_FIELDS).meta({ id: 'Intake' });

export const INTAKE_DETAILS = z
  .object({
    ...INTAKE_FIELDS,
    value_cents: CENTS_OR_NULL,
    currency: TEXT_OR_NULL,
    collections: z.array(
      z.object({ source: z.string(), job_id: z.string(), collected_at: TIME_OR_NULL, points: z.int() }),
    ),
  })
  .meta({ id: 'IntakeDetails' });

export const PRICE = z
  .looseObject({
    intake_id: z.string(),
    source: z.string(),
    source_id: z.string(),
    dedupe_key: z.string(),
    external_id: TEXT_OR_NULL,
    price_cents: z.int(),
    currency: z.string(),
    price_type: z.enum(PRICE_TYPES),
    observed_at: TIME_OR_NULL,
    match_strength: z.number(),
    url: TEXT_OR_NULL,
    title: TEXT_OR_NULL,
    response_id: TEXT_OR_NULL,
    row_number: z.int().nullable(),
    first_seen_at: TIME_OR_NULL,
    last_seen_at: TIME_OR_NULL,
    seen_count: z.int(),
  })
  .meta({ id: 'Price' });

export const VALUATION = z
  .looseObject({
    intake_id: z.string(),
    value_cents: CENTS_OR_NULL,
    low_cents: CENTS_OR_NULL,
    high_cents: CENTS_OR_NULL,
    currency: TEXT_OR_NULL,
    n: z.int(),
    n_eff: z.number(),
    confidence: z.string(),
    value_type: z.enum(['sold', 'last_sale', 'indicative', 'none']),
    ask_low_cents: CENTS_OR_NULL,
    bid_floor_cents: CENTS_OR_NULL,
    as_of: z.string(),
    algorithm: z.string(),
    inputs_hash: z.string(),
    points: z.array(
      z.looseObject({
        source_id: z.string(),
        dedupe_key: z.string(),
        included: z.boolean(),
        reason: z.string(),
        weight: z.number(),
        price_cents: CENTS_OR_NULL,
        price_type: z.enum(PRICE_TYPES),
        observed_on: z.string(),
      }),
    ),
  })
  .meta({ id: 'Valuation' });

export const VALUED_INTAKE = z
  .object({
    intake_id: z.string(),
    ref: TEXT_OR_NULL,
    title: z.string(),
    year: z.int().nullable(),
    points: z.int().describe('Prices that were found, also those that do not count'),
    value_cents: CENTS_OR_NULL,
    low_cents: CENTS_OR_NULL,
    high_cents: CENTS_OR_NULL,
    currency: TEXT_OR_NULL,
    n: z.int(),
    confidence: TEXT_OR_NULL,
    valued_at: TIME_OR_NULL,
  })
  .meta({ id: 'ValuedIntake' });

export const VALUATION_VERSION = z
  .object({
    version: z.int(),
    value_cents: CENTS_OR_NULL,
    low_cents: CENTS_OR_NULL,
    high_cents: CENTS_OR_NULL,
    currency: TEXT_OR_NULL,
    n: z.int(),
    confidence: z.string(),
    inputs_hash: z.string(),
    valued_at: TIME_OR_NULL,
  })
  .meta({ id: 'ValuationVersion' });
