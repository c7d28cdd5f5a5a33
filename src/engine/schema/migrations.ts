import type { MigrationLine } from '../../database/index.js';
import { hotFunctions } from '../stores/postgres/functions.js';
import { directLimits, limitTables } from './limit-tables.js';
import { statsTable } from './stats-table.js';

/** Where the trace of the caller continues (W3C Trace Context). Empty for most jobs, which costs nothing. */
const TRACEPARENT = 'ALTER TABLE cf_jobs ADD COLUMN traceparent TEXT';
/** The request that the job comes from. */
const CORRELATION = 'ALTER TABLE cf_jobs ADD COLUMN correlation_id TEXT';

/** Jobs that a dead worker held together with others; see the columns in tables.ts. The index is empty at most times. */
const SUSPECTS = `
ALTER TABLE cf_jobs ADD COLUMN suspicion INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cf_jobs ADD COLUMN suspect_fence INTEGER;
CREATE INDEX cf_jobs_suspects ON cf_jobs (run_at) WHERE status = 'pending' AND suspicion > 0;`;

/**
 * Every job writes its key three times: enqueue, claim and end make a new version of the row each. Full pages would be split, or
 * cleaned, by each claim: 7 % of the instructions of a drain. Ids ascend, so the setting applies to new pages.
 */
const ROOM_IN_PRIMARY_KEY = 'ALTER INDEX cf_jobs_pkey SET (fillfactor = 40, deduplicate_items = off)';

/**
 * One short CHECK instead of three, with the same meaning: PostgreSQL reads and compiles all of them for every statement. This saves about
 * 50 µs of the server's CPU for the enqueue or the claim of a single job (noisy: 177 to 135, and 293 to 239 µs). NOT VALID: all rows satisfied the three, so the table is not read again.
 */
const ONE_CHECK = `
ALTER TABLE cf_jobs DROP CONSTRAINT cf_jobs_state, DROP CONSTRAINT cf_jobs_priority, DROP CONSTRAINT cf_jobs_counters,
  ADD CONSTRAINT cf_jobs_state CHECK (CASE status
    WHEN 'pending' THEN lease_owner IS NULL AND lease_expires_at IS NULL AND finished_at IS NULL
    WHEN 'running' THEN lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL AND finished_at IS NULL
      AND started_at IS NOT NULL AND fence > 0
    ELSE lease_owner IS NULL AND lease_expires_at IS NULL AND finished_at IS NOT NULL
      AND status IN ('completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled') END
    AND priority BETWEEN 0 AND 3 AND attempts >= 0 AND max_attempts >= 1 AND crashes >= 0 AND fence >= 0) NOT VALID;`;

/** The migrations of the engine. Forward only; never edit a released step. */
export const ENGINE_MIGRATIONS: MigrationLine = {
  module: 'engine',
  steps: [
    { number: 1, name: 'jobs', sql: { sqlite: sqliteJobs(), postgres: postgresJobs() } },
    { number: 2, name: 'limits', sql: { sqlite: limitTables('sqlite'), postgres: limitTables('postgres') } },
    { number: 3, name: 'stats', sql: { sqlite: statsTable('sqlite'), postgres: statsTable('postgres') } },
    { number: 4, name: 'quick limits', sql: { sqlite: directLimits('sqlite'), postgres: directLimits('postgres') } },
    { number: 5, name: 'traceparent', sql: { sqlite: TRACEPARENT, postgres: TRACEPARENT } },
    { number: 6, name: 'correlation id', sql: { sqlite: CORRELATION, postgres: CORRELATION } },
    { number: 7, name: 'suspects', sql: { sqlite: SUSPECTS, postgres: SUSPECTS } },
    {
      number: 8,
      name: 'identity',
      sql: {
        sqlite: identity('TEXT', 'lower(hex(randomblob(16)))'),
        postgres: identity('TEXT COLLATE "C"', "replace(gen_random_uuid()::text, '-', '')"),
      },
    },
    { number: 9, name: 'room in the primary key', sql: { sqlite: '', postgres: ROOM_IN_PRIMARY_KEY } },
    { number: 10, name: 'kept plans', sql: { sqlite: '', postgres: hotFunctions() } },
    { number: 11, name: 'short statements', sql: { sqlite: '', postgres: `${ONE_CHECK}\n${hotFunctions()}` } },
    { number: 12, name: 'claims as text', sql: { sqlite: '', postgres: hotFunctions() } },
    { number: 13, name: 'claims of one lane', sql: { sqlite: '', postgres: hotFunctions() } },
  ],
};

/** Which database this is. A home remembers the one that its files belong to. */
function identity(text: string, random: string): string {
  return `
CREATE TABLE cf_identity (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id ${text} NOT NULL);
INSERT INTO cf_identity VALUES (1, ${random});`;
}

/**
 * The states of a job, and the conditions of each. Both databases check them on every write, so a bug in the engine or
 * a manual UPDATE cannot leave a job half running. One CASE rather than several IN lists: SQLite builds a lookup table
 * for each IN on every write, which took 5 µs of the 15 µs of a transition.
 */
function checks(): string {
  const unowned = 'lease_owner IS NULL AND lease_expires_at IS NULL';
  const finished = `THEN ${unowned} AND finished_at IS NOT NULL`;
  return `
  CONSTRAINT cf_jobs_state CHECK (CASE status
    WHEN 'pending' THEN ${unowned} AND finished_at IS NULL
    WHEN 'running' THEN lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL AND finished_at IS NULL
      AND started_at IS NOT NULL AND fence > 0
    WHEN 'completed' ${finished}
    WHEN 'completed_with_warnings' ${finished}
    WHEN 'failed' ${finished}
    WHEN 'dead_letter' ${finished}
    WHEN 'cancelled' ${finished}
    ELSE FALSE END),
  CONSTRAINT cf_jobs_priority CHECK (priority BETWEEN 0 AND 3),
  CONSTRAINT cf_jobs_counters CHECK (attempts >= 0 AND max_attempts >= 1 AND crashes >= 0 AND fence >= 0)`;
}

/**
 * Every index but the primary key is partial: finished jobs are in none of them, so history never slows down a claim.
 * cf_jobs_ready is the claim index. Its leading columns are those that workers filter by, so that a claim reads only
 * jobs it may take; see Lane in store.ts. Ties are broken by the id, in SQLite by the rowid: both are in order of
 * insertion.
 */
function indexes(tieBreaker: string): string {
  return `
CREATE INDEX cf_jobs_ready ON cf_jobs (queue, tenant, type, priority, run_at${tieBreaker})
  WHERE status = 'pending';
CREATE INDEX cf_jobs_leases ON cf_jobs (lease_expires_at) WHERE status = 'running';
CREATE UNIQUE INDEX cf_jobs_idempotency ON cf_jobs (tenant, type, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX cf_jobs_spec ON cf_jobs (spec_hash) WHERE spec_hash IS NOT NULL;
CREATE INDEX cf_jobs_troubled ON cf_jobs (status, id) WHERE status = 'failed' OR status = 'dead_letter';`;
}

/** Small tables with simple queries; the same SQL for both databases, and both sort by bytes. */
function smallTables(text: string): string {
  return `
CREATE TABLE cf_queues (
  name ${text} PRIMARY KEY,
  paused_at BIGINT,
  paused_reason ${text}
);

CREATE TABLE cf_workers (
  id ${text} PRIMARY KEY,
  instance ${text} NOT NULL,
  host ${text} NOT NULL,
  pid INTEGER NOT NULL,
  version ${text} NOT NULL,
  types ${text} NOT NULL,
  queues ${text},
  tenants ${text},
  concurrency INTEGER NOT NULL,
  lease_ms BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  heartbeat_at BIGINT NOT NULL
);

CREATE TABLE cf_schedules (
  name ${text} PRIMARY KEY,
  cron ${text} NOT NULL,
  timezone ${text} NOT NULL,
  tenant ${text} NOT NULL,
  queue ${text} NOT NULL,
  type ${text} NOT NULL,
  payload ${text} NOT NULL,
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3),
  max_attempts INTEGER NOT NULL CHECK (max_attempts >= 1),
  catch_up ${text} NOT NULL CHECK (catch_up IN ('latest', 'all', 'none')),
  next_run_at BIGINT NOT NULL,
  last_run_at BIGINT,
  last_job_id ${text},
  created_at BIGINT NOT NULL
);

CREATE TABLE cf_job_logs (
  job_id ${text} NOT NULL,
  fence INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  at BIGINT NOT NULL,
  level ${text} NOT NULL,
  message ${text} NOT NULL,
  PRIMARY KEY (job_id, fence, sequence)
);`;
}

function sqliteJobs(): string {
  return `
CREATE TABLE cf_jobs (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  queue TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending',
  payload TEXT NOT NULL,
  priority INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  crashes INTEGER NOT NULL DEFAULT 0,
  fence INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_expires_at INTEGER,
  heartbeat_at INTEGER,
  cancel_requested_at INTEGER,
  progress TEXT,
  result TEXT,
  errors TEXT,
  idempotency_key TEXT,
  spec_hash TEXT,
  parent_job_id TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,${checks()}
);
${indexes('')}
${smallTables('TEXT')}`;
}

function postgresJobs(): string {
  return `
-- Milliseconds since 1970, as SQLite keeps them: one representation, so a job moves between the two unchanged.
CREATE FUNCTION cf_now() RETURNS BIGINT LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT (extract(epoch FROM now()) * 1000)::bigint $$;

-- JSON rather than JSONB: it keeps the text as it was given, escaped null characters included.
CREATE TABLE cf_jobs (
  id UUID PRIMARY KEY,
  tenant TEXT COLLATE "C" NOT NULL,
  queue TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
  payload JSON NOT NULL,
  priority SMALLINT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  crashes INTEGER NOT NULL DEFAULT 0,
  fence INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT COLLATE "C",
  lease_expires_at BIGINT,
  heartbeat_at BIGINT,
  cancel_requested_at BIGINT,
  progress JSON,
  result JSON,
  errors JSON,
  idempotency_key TEXT COLLATE "C",
  spec_hash TEXT COLLATE "C",
  parent_job_id UUID,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT,${checks()}
);
${indexes(', id')}
${smallTables('TEXT COLLATE "C"')}`;
}
