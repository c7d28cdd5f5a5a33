import { DURATION_COLUMNS } from './tables.js';

/** The names of column types that differ between the databases. */
export interface ColumnTypes {
  readonly id: string;
  readonly text: string;
  readonly bytes: string;
  readonly real: string;
}

export interface TableDefinition {
  readonly name: string;
  /** The migration that adds it; 1 by default. */
  readonly since?: number;
  /** What identifies a row when tables are moved. */
  readonly key: readonly string[];
  /** Each begins with the name of the column. */
  readonly columns: readonly string[];
  /** Columns of later migrations, by their number. */
  readonly added?: Readonly<Record<number, readonly string[]>>;
  readonly constraints: readonly string[];
  readonly indexes?: readonly string[];
}

/** The tables of the module. Migration and move are made from them, so that they cannot differ. */
export function tableDefinitions(types: ColumnTypes): TableDefinition[] {
  return [...sourceTables(types), activityTable(types), ...responseTables(types), ...intakeTables(types)];
}

function sourceTables({ id, text, real }: ColumnTypes): TableDefinition[] {
  return [
    {
      name: 'cf_sources',
      key: ['id'],
      columns: [
        `id ${id} PRIMARY KEY`,
        `tenant ${text} NOT NULL`,
        `name ${text} NOT NULL`,
        `kind ${text} NOT NULL CHECK (kind IN ('json', 'html', 'csv', 'feed', 'adapter'))`,
        `url ${text} NOT NULL`,
        `extract ${text}`,
        `contract ${text}`,
        `options ${text} NOT NULL`,
        `credentials ${text} NOT NULL`,
        `terms ${text}`,
        'enabled INTEGER NOT NULL CHECK (enabled IN (0, 1))',
        `rate_per_minute ${real} CHECK (rate_per_minute > 0)`,
        'burst INTEGER NOT NULL CHECK (burst >= 1)',
        'max_concurrency INTEGER NOT NULL CHECK (max_concurrency >= 1)',
        'cache_ttl_seconds INTEGER NOT NULL CHECK (cache_ttl_seconds >= 0)',
        'negative_ttl_seconds INTEGER NOT NULL CHECK (negative_ttl_seconds >= 0)',
        'max_stale_seconds INTEGER NOT NULL CHECK (max_stale_seconds >= 0)',
        'refresh_seconds INTEGER NOT NULL CHECK (refresh_seconds >= 1)',
        'max_pages INTEGER NOT NULL CHECK (max_pages >= 1)',
        'obey_robots INTEGER NOT NULL CHECK (obey_robots IN (0, 1))',
        `trust ${real} NOT NULL CHECK (trust >= 0 AND trust <= 1)`,
        'revision INTEGER NOT NULL CHECK (revision >= 1)',
        'paused_until BIGINT',
        `pause_reason ${text}`,
        'created_at BIGINT NOT NULL',
        'updated_at BIGINT NOT NULL',
      ],
      constraints: ['UNIQUE (tenant, name)'],
    },
    {
      name: 'cf_source_breakers',
      key: ['source_id'],
      columns: [
        `source_id ${id} PRIMARY KEY`,
        `tenant ${text} NOT NULL`,
        'generation BIGINT NOT NULL CHECK (generation >= 0)',
        'failure_streak INTEGER NOT NULL CHECK (failure_streak >= 0)',
        'open_count INTEGER NOT NULL CHECK (open_count >= 0)',
        'opened_until BIGINT',
        `probe_owner ${text}`,
        'probe_until BIGINT',
        'isolated INTEGER NOT NULL CHECK (isolated IN (0, 1))',
        `isolated_by ${text}`,
        `reason ${text}`,
        'backoff_until BIGINT',
        'backoff_count INTEGER NOT NULL CHECK (backoff_count >= 0)',
        'last_success_at BIGINT',
        'last_failure_at BIGINT',
        `last_failure ${text}`,
      ],
      constraints: [
        'CONSTRAINT cf_source_breakers_probe CHECK ((probe_owner IS NULL) = (probe_until IS NULL))',
        'CONSTRAINT cf_source_breakers_open CHECK (opened_until IS NULL OR open_count >= 1)',
      ],
    },
    {
      name: 'cf_source_robots',
      key: ['tenant', 'origin'],
      columns: [
        `tenant ${text} NOT NULL`,
        `origin ${text} NOT NULL`,
        `entry ${text} NOT NULL`,
        'fetched_at BIGINT NOT NULL',
        'expires_at BIGINT NOT NULL',
      ],
      constraints: ['PRIMARY KEY (tenant, origin)'],
    },
  ];
}

function activityTable({ id, text }: ColumnTypes): TableDefinition {
  const counts = [
    'ok',
    'refused',
    'limited',
    'failed',
    'cached',
    'stale',
    'wait_ms',
    'duration_ms',
    ...DURATION_COLUMNS,
  ];
  return {
    name: 'cf_source_activity',
    since: 3,
    key: ['tenant', 'source_id', 'minute'],
    columns: [
      `tenant ${text} NOT NULL`,
      `source_id ${id} NOT NULL`,
      'minute BIGINT NOT NULL',
      ...counts.map((name) => `${name} BIGINT NOT NULL CHECK (${name} >= 0)`),
    ],
    constraints: ['PRIMARY KEY (tenant, source_id, minute)'],
    indexes: ['cf_source_activity_age ON cf_source_activity (minute)'],
  };
}

function responseTables({ id, text, bytes }: ColumnTypes): TableDefinition[] {
  return [
    {
      name: 'cf_source_bodies',
      key: ['tenant', 'hash'],
      columns: [
        `tenant ${text} NOT NULL`,
        `hash ${text} NOT NULL`,
        // Compressed.
        `content ${bytes} NOT NULL`,
        'size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0)',
        'created_at BIGINT NOT NULL',
      ],
      constraints: ['PRIMARY KEY (tenant, hash)'],
    },
    {
      name: 'cf_source_cache',
      key: ['tenant', 'source_id', 'cache_key', 'variant'],
      columns: [
        `tenant ${text} NOT NULL`,
        `source_id ${id} NOT NULL`,
        `cache_key ${text} NOT NULL`,
        `variant ${text} NOT NULL`,
        `entry ${text} NOT NULL`,
        `body_hash ${text} NOT NULL`,
        'keep_until BIGINT NOT NULL',
        'stored_at BIGINT NOT NULL',
      ],
      constraints: ['PRIMARY KEY (tenant, source_id, cache_key, variant)'],
      indexes: ['cf_source_cache_body ON cf_source_cache (tenant, body_hash)'],
    },
    {
      name: 'cf_source_responses',
      key: ['id'],
      columns: [
        `id ${id} PRIMARY KEY`,
        `tenant ${text} NOT NULL`,
        `source_id ${id} NOT NULL`,
        `intake_id ${id} NOT NULL`,
        `job_id ${id} NOT NULL`,
        `query_key ${text} NOT NULL`,
        // The pages of one collection have the same.
        `fetch_id ${id} NOT NULL`,
        'page INTEGER NOT NULL CHECK (page >= 1)',
        `url ${text} NOT NULL`,
        'status INTEGER NOT NULL',
        `content_type ${text}`,
        `body_hash ${text}`,
        'revision INTEGER NOT NULL',
        'fetched_at BIGINT NOT NULL',
      ],
      constraints: ['UNIQUE (fetch_id, page)'],
      indexes: [
        'cf_source_responses_query ON cf_source_responses (tenant, source_id, query_key, fetched_at)',
        'cf_source_responses_body ON cf_source_responses (tenant, body_hash)',
        'cf_source_responses_age ON cf_source_responses (tenant, fetched_at)',
      ],
    },
    {
      name: 'cf_source_quarantine',
      key: ['id'],
      columns: [
        `id ${id} PRIMARY KEY`,
        `tenant ${text} NOT NULL`,
        `source_id ${id} NOT NULL`,
        `intake_id ${id} NOT NULL`,
        `job_id ${id} NOT NULL`,
        `response_id ${id}`,
        'row_number INTEGER NOT NULL CHECK (row_number >= 1)',
        `field ${text}`,
        `error_type ${text} NOT NULL`,
        `error_message ${text} NOT NULL`,
        `raw_data ${text} NOT NULL`,
        'created_at BIGINT NOT NULL',
      ],
      constraints: [],
      indexes: ['cf_source_quarantine_source ON cf_source_quarantine (tenant, source_id, created_at)'],
    },
  ];
}

function intakeTables({ id, text }: ColumnTypes): TableDefinition[] {
  const valuation = [
    `tenant ${text} NOT NULL`,
    `intake_id ${id} NOT NULL`,
    'version INTEGER NOT NULL CHECK (version >= 1)',
    `inputs_hash ${text} NOT NULL`,
    `algorithm ${text} NOT NULL`,
    'value_cents BIGINT',
    'low_cents BIGINT',
    'high_cents BIGINT',
    `currency ${text}`,
    'n INTEGER NOT NULL CHECK (n >= 0)',
    `confidence ${text} NOT NULL`,
    // The whole valuation, as JSON.
    `body ${text} NOT NULL`,
    'valued_at BIGINT NOT NULL',
  ];
  return [
    {
      name: 'cf_intakes',
      key: ['id'],
      columns: [
        `id ${id} PRIMARY KEY`,
        `tenant ${text} NOT NULL`,
        `ref ${text}`,
        `title ${text} NOT NULL CHECK (title <> '')`,
        'year INTEGER',
        `mint_mark ${text}`,
        `denomination ${text}`,
        `series ${text}`,
        `attributes ${text} NOT NULL`,
        'points_version BIGINT NOT NULL CHECK (points_version >= 0)',
        'valued_version BIGINT NOT NULL CHECK (valued_version >= 0)',
        'created_at BIGINT NOT NULL',
      ],
      added: { 2: ['half_life_days INTEGER CHECK (half_life_days >= 1)'] },
      constraints: ['UNIQUE (tenant, ref)'],
      indexes: ['cf_intakes_tenant ON cf_intakes (tenant, id)'],
    },
    {
      name: 'cf_collections',
      key: ['tenant', 'intake_id', 'source_id'],
      columns: [
        `tenant ${text} NOT NULL`,
        `intake_id ${id} NOT NULL`,
        `source_id ${id} NOT NULL`,
        'round INTEGER NOT NULL CHECK (round >= 1)',
        `job_id ${id} NOT NULL`,
        'collected_at BIGINT',
        'points_new INTEGER NOT NULL CHECK (points_new >= 0)',
        'points_updated INTEGER NOT NULL CHECK (points_updated >= 0)',
        'duplicates INTEGER NOT NULL CHECK (duplicates >= 0)',
        'quarantined INTEGER NOT NULL CHECK (quarantined >= 0)',
      ],
      constraints: ['PRIMARY KEY (tenant, intake_id, source_id)'],
      indexes: [
        'cf_collections_source ON cf_collections (tenant, source_id)',
        'cf_collections_job ON cf_collections (job_id)',
      ],
    },
    {
      name: 'cf_price_points',
      key: ['tenant', 'intake_id', 'source_id', 'dedupe_key'],
      columns: [
        `tenant ${text} NOT NULL`,
        `intake_id ${id} NOT NULL`,
        `source_id ${id} NOT NULL`,
        `dedupe_key ${text} NOT NULL CHECK (dedupe_key <> '')`,
        `external_id ${text}`,
        `title ${text}`,
        `url ${text}`,
        'price_cents BIGINT NOT NULL CHECK (price_cents >= 0)',
        `currency ${text} NOT NULL CHECK (length(currency) = 3)`,
        `price_type ${text} NOT NULL CHECK (price_type IN ('sold', 'ask', 'bid'))`,
        'observed_at BIGINT NOT NULL',
        'match_per_mille INTEGER NOT NULL CHECK (match_per_mille BETWEEN 0 AND 1000)',
        'shipping_cents BIGINT CHECK (shipping_cents >= 0)',
        'lot_size INTEGER CHECK (lot_size >= 1)',
        'best_offer INTEGER NOT NULL CHECK (best_offer IN (0, 1))',
        'unsold INTEGER NOT NULL CHECK (unsold IN (0, 1))',
        `seller ${text}`,
        `grade ${text}`,
        // What else is known, as JSON.
        `details ${text} NOT NULL`,
        'stale INTEGER NOT NULL CHECK (stale IN (0, 1))',
        `response_id ${id}`,
        'row_number INTEGER',
        'first_seen_at BIGINT NOT NULL',
        'last_seen_at BIGINT NOT NULL',
        'seen_count INTEGER NOT NULL CHECK (seen_count >= 1)',
        'changed_at BIGINT NOT NULL',
        // What seen_count was when the content was last replaced.
        'changed_at_count INTEGER NOT NULL CHECK (changed_at_count >= 1)',
      ],
      constraints: [
        'PRIMARY KEY (tenant, intake_id, source_id, dedupe_key)',
        'CONSTRAINT cf_price_points_seen CHECK (last_seen_at >= first_seen_at)',
      ],
      indexes: [
        'cf_price_points_source ON cf_price_points (tenant, source_id)',
        'cf_price_points_response ON cf_price_points (response_id)',
      ],
    },
    {
      name: 'cf_valuations',
      key: ['tenant', 'intake_id'],
      columns: valuation,
      constraints: ['PRIMARY KEY (tenant, intake_id)'],
    },
    {
      name: 'cf_valuation_history',
      key: ['tenant', 'intake_id', 'version'],
      columns: valuation,
      constraints: ['PRIMARY KEY (tenant, intake_id, version)'],
    },
    {
      name: 'cf_currency_rates',
      key: ['tenant', 'base', 'quote', 'day'],
      columns: [
        `tenant ${text} NOT NULL`,
        `base ${text} NOT NULL CHECK (length(base) = 3)`,
        `quote ${text} NOT NULL CHECK (length(quote) = 3)`,
        `day ${text} NOT NULL CHECK (length(day) = 10)`,
        // The decimal text as it was given: the price of one unit of the base.
        `rate ${text} NOT NULL`,
      ],
      constraints: ['PRIMARY KEY (tenant, base, quote, day)'],
    },
  ];
}
