import type { Dialect } from '../../database/index.js';

/** Limits of queues, and the state of all limits. Jobs without limits have no row in any of these tables. */
export function limitTables(dialect: Dialect): string {
  const text = dialect === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  const jobId = dialect === 'sqlite' ? 'TEXT' : 'UUID';
  const double = dialect === 'sqlite' ? 'REAL' : 'DOUBLE PRECISION';
  return `
ALTER TABLE cf_queues ADD COLUMN concurrency INTEGER;
ALTER TABLE cf_queues ADD COLUMN rate_per_minute ${double};
ALTER TABLE cf_queues ADD COLUMN burst INTEGER;

CREATE TABLE cf_limits (
  tenant ${text} NOT NULL,
  key ${text} NOT NULL,
  emission_us BIGINT,
  burst INTEGER,
  concurrency INTEGER,
  tat_us BIGINT NOT NULL DEFAULT 0,
  seen_us BIGINT NOT NULL DEFAULT 0,
  late_us BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, key)
)${dialect === 'postgres' ? ' WITH (fillfactor = 50)' : ''};

CREATE TABLE cf_limit_slots (
  tenant ${text} NOT NULL,
  key ${text} NOT NULL,
  holder ${text} NOT NULL,
  job_id ${jobId},
  fence INTEGER,
  expires_at BIGINT,
  PRIMARY KEY (tenant, key, holder),
  CHECK ((job_id IS NULL) = (fence IS NULL) AND (job_id IS NULL) = (expires_at IS NOT NULL))
);
CREATE INDEX cf_limit_slots_jobs ON cf_limit_slots (job_id) WHERE job_id IS NOT NULL;

CREATE TABLE cf_limit_waits (
  job_id ${jobId} PRIMARY KEY,
  fence INTEGER NOT NULL,
  tenant ${text} NOT NULL,
  key ${text} NOT NULL,
  kind ${text} NOT NULL,
  priority INTEGER NOT NULL,
  run_at BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  woken_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX cf_limit_waits_line ON cf_limit_waits (tenant, key, until_at);
CREATE INDEX cf_limit_waits_order ON cf_limit_waits (tenant, key, priority, run_at, job_id);`;
}
