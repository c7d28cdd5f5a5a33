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

/**
 * What tokens and slots need to be taken in one round trip. PostgreSQL counts slots in a function: the statements of one see what
 * was committed while it waited for the lock, those of a single statement would not.
 */
export function directLimits(dialect: Dialect): string {
  const column = 'ALTER TABLE cf_limits ADD COLUMN granted INTEGER NOT NULL DEFAULT 0;';
  return dialect === 'sqlite' ? column : `${column}\n${TAKE_SLOT}`;
}

const TAKE_SLOT = `
CREATE FUNCTION cf_take_slot(for_tenant TEXT, for_key TEXT, most INTEGER, new_holder TEXT, ttl_ms BIGINT)
RETURNS TABLE (granted BOOLEAN, retry_at BIGINT) LANGUAGE plpgsql AS $$
DECLARE
  held BIGINT;
  first_end BIGINT;
BEGIN
  PERFORM 1 FROM cf_limits WHERE tenant = for_tenant AND key = for_key AND concurrency = most FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO cf_limits (tenant, key, concurrency) VALUES (for_tenant, for_key, most)
    ON CONFLICT (tenant, key) DO UPDATE SET concurrency = excluded.concurrency;
  END IF;
  SELECT count(*), min(expires_at) INTO held, first_end FROM cf_limit_slots
  WHERE tenant = for_tenant AND key = for_key AND (expires_at IS NULL OR expires_at > cf_now());
  IF held >= most THEN RETURN QUERY SELECT FALSE, first_end; RETURN; END IF;
  INSERT INTO cf_limit_slots (tenant, key, holder, expires_at) VALUES (for_tenant, for_key, new_holder, cf_now() + ttl_ms);
  RETURN QUERY SELECT TRUE, NULL::BIGINT;
END $$;`;
