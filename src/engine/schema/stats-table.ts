import type { Dialect } from '../../database/index.js';
import { BUCKET_COLUMNS } from '../stats/buckets.js';

/**
 * Counts and durations of ended attempts, by minute, hour and day. The key begins with span and time, because charts read and
 * roll-ups delete ranges of time. `shard` spreads the writers of PostgreSQL over rows: otherwise commits of endings would
 * wait for each other's row lock. SQLite has one writer and always uses shard 0.
 */
export function statsTable(dialect: Dialect): string {
  const text = dialect === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  const buckets = BUCKET_COLUMNS.map((column) => `  ${column} BIGINT NOT NULL,`).join('\n');
  return `
CREATE TABLE cf_job_stats (
  span_seconds INTEGER NOT NULL CHECK (span_seconds IN (60, 3600, 86400)),
  begins_at BIGINT NOT NULL,
  tenant ${text} NOT NULL,
  queue ${text} NOT NULL,
  type ${text} NOT NULL,
  outcome ${text} NOT NULL,
  shard SMALLINT NOT NULL,
  count BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  longest_ms BIGINT NOT NULL,
  wait_ms BIGINT NOT NULL,
${buckets}
  PRIMARY KEY (span_seconds, begins_at, tenant, queue, type, outcome, shard)
)${dialect === 'sqlite' ? ' WITHOUT ROWID' : ' WITH (fillfactor = 50)'};`;
}
