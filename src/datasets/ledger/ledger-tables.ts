import type { LedgerName } from '../catalog/dataset-names.js';

/** `ms` and `us`: the unit of a time in the database; queries see a TIMESTAMP in UTC. */
export type LedgerType = 'VARCHAR' | 'BIGINT' | 'JSON' | 'ms' | 'us';

export interface LedgerColumn {
  readonly name: string;
  readonly type: LedgerType;
  /** The column it is read from, if that has another name. */
  readonly from?: string;
}

export interface LedgerTable {
  /** A table, or a SELECT with a name. */
  readonly from: string;
  /** What rows are read in the order of, besides the tenant: ids, then a text. By default the id. */
  readonly key?: readonly string[];
  readonly columns: readonly LedgerColumn[];
}

const texts = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'VARCHAR' }));
const integers = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'BIGINT' }));
const times = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'ms' }));
const documents = (...names: string[]): LedgerColumn[] => names.map((name) => ({ name, type: 'JSON' }));

/** The columns of jobs, files, bad rows and prices for queries. Users' queries depend on these names: add, never change. */
export const LEDGER_TABLES: Readonly<Record<LedgerName, LedgerTable>> = {
  jobs: {
    from: 'cf_jobs',
    columns: [
      ...texts('id', 'tenant', 'queue', 'type', 'status'),
      ...integers('priority', 'attempts', 'max_attempts', 'crashes'),
      ...documents('payload', 'progress', 'result', 'errors'),
      ...texts('idempotency_key', 'spec_hash', 'parent_job_id'),
      ...times('created_at', 'run_at', 'started_at', 'finished_at'),
    ],
  },
  files: {
    from: 'cf_files',
    columns: [
      ...texts('id', 'path', 'hash'),
      ...integers('size_bytes'),
      ...documents('tags'),
      { name: 'modified_at', type: 'us', from: 'modified_us' },
      ...times('discovered_at', 'scanned_at', 'missing_at'),
    ],
  },
  quarantine: {
    from: 'cf_quarantine',
    columns: [
      ...texts('id', 'job_id', 'file_id', 'parser', 'output', 'source'),
      ...integers('row_number'),
      ...texts('column_name', 'error_type', 'error_message'),
      ...documents('errors'),
      { name: 'raw', type: 'JSON', from: 'raw_data' },
      ...texts('status', 'resolved_by', 'reason'),
      ...times('created_at', 'resolved_at'),
    ],
  },
  skipped: {
    from: 'cf_skipped',
    columns: [
      ...texts('id', 'job_id', 'file_id', 'parser', 'source'),
      ...integers('line'),
      ...texts('kind', 'reason', 'text'),
      ...times('created_at', 'superseded_at'),
    ],
  },
  price_points: {
    from: '(SELECT p.*, s.name AS source FROM cf_price_points p JOIN cf_sources s ON s.id = p.source_id) AS points',
    key: ['intake_id', 'source_id', 'dedupe_key'],
    columns: [
      ...texts('intake_id', 'source_id', 'source', 'dedupe_key', 'external_id', 'title', 'url'),
      ...integers('price_cents'),
      ...texts('currency', 'price_type'),
      ...times('observed_at'),
      ...integers('match_per_mille', 'shipping_cents', 'lot_size', 'best_offer', 'unsold'),
      ...texts('seller', 'grade'),
      ...documents('details'),
      ...integers('stale'),
      ...texts('response_id'),
      ...integers('row_number', 'seen_count'),
      ...times('first_seen_at', 'last_seen_at'),
    ],
  },
  price_responses: {
    from: '(SELECT r.*, s.name AS source FROM cf_source_responses r JOIN cf_sources s ON s.id = r.source_id) AS responses',
    columns: [
      ...texts('id', 'source_id', 'source', 'intake_id', 'job_id'),
      ...integers('page'),
      ...texts('url'),
      ...integers('status'),
      ...texts('content_type', 'body_hash'),
      ...integers('revision'),
      ...times('fetched_at'),
    ],
  },
  intakes: {
    from: 'cf_intakes',
    columns: [
      ...texts('id', 'ref', 'title'),
      ...integers('year'),
      ...texts('mint_mark', 'denomination', 'series'),
      ...documents('attributes'),
      ...times('created_at'),
    ],
  },
  valuations: {
    from: 'cf_valuations',
    key: ['intake_id'],
    columns: [
      ...texts('intake_id'),
      ...integers('version', 'value_cents', 'low_cents', 'high_cents'),
      ...texts('currency'),
      ...integers('n'),
      ...texts('confidence', 'algorithm', 'inputs_hash'),
      ...times('valued_at'),
    ],
  },
};
