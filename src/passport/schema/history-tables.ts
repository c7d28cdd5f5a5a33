import { immutableHistory } from './immutable.js';

// The fourth migration: a product has a passport for each of its batteries, and a battery has a history.

const LIFE = `
  statement_count INTEGER NOT NULL DEFAULT 0,
  statement_head TEXT,
  life TEXT NOT NULL DEFAULT 'IN_USE' CHECK (life IN ('IN_USE', 'ENDED')),
  end_reason TEXT,
  ended_at BIGINT,
  successor TEXT,
  predecessor TEXT,
  operator TEXT,
  CONSTRAINT cf_passports_ended CHECK ((life = 'ENDED') = (ended_at IS NOT NULL)),
  CONSTRAINT cf_passports_head CHECK ((statement_count = 0) = (statement_head IS NULL))`;

/** SQLite cannot drop the constraint that a product has one passport, so the table is written again. */
const PASSPORTS_ON_SQLITE = `
CREATE TABLE cf_passports_new (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  battery_product_id TEXT NOT NULL,
  current_passport_version_id TEXT,
  created_by TEXT,
  created_at BIGINT NOT NULL,
  serial TEXT NOT NULL DEFAULT '',${LIFE},
  UNIQUE (tenant, battery_product_id, serial)
);
INSERT INTO cf_passports_new (id, tenant, battery_product_id, current_passport_version_id, created_by, created_at)
SELECT id, tenant, battery_product_id, current_passport_version_id, created_by, created_at FROM cf_passports;
DROP TABLE cf_passports;
ALTER TABLE cf_passports_new RENAME TO cf_passports;
CREATE INDEX cf_passports_tenant ON cf_passports (tenant, id);
`;

const PASSPORTS_ON_POSTGRES = `
ALTER TABLE cf_passports DROP CONSTRAINT cf_passports_tenant_battery_product_id_key;
ALTER TABLE cf_passports ADD COLUMN serial TEXT COLLATE "C" NOT NULL DEFAULT '',
${LIFE.trim()
  .split(/,\n\s*/)
  .map((line) => `  ADD ${line.startsWith('CONSTRAINT') ? '' : 'COLUMN '}${line}`)
  .join(',\n')},
  ADD UNIQUE (tenant, battery_product_id, serial);
`;

export function historyOnSqlite(): string {
  return `${PASSPORTS_ON_SQLITE}${tables({ id: 'TEXT', text: 'TEXT', bytes: 'BLOB' })}${immutableHistory('sqlite')}`;
}

export function historyOnPostgres(): string {
  const columns = { id: 'UUID', text: 'TEXT COLLATE "C"', bytes: 'BYTEA' };
  return `${PASSPORTS_ON_POSTGRES}${tables(columns)}${immutableHistory('postgres')}`;
}

function tables({ id, text, bytes }: { id: string; text: string; bytes: string }): string {
  return `
-- The place of a version in the bit strings of status lists. It never changes.
ALTER TABLE cf_passport_versions ADD COLUMN status_index INTEGER;
UPDATE cf_passport_versions SET status_index = numbered.place FROM (
  SELECT id, row_number() OVER (PARTITION BY tenant ORDER BY id) - 1 AS place FROM cf_passport_versions
  WHERE activated_at IS NOT NULL OR revoked_at IS NOT NULL
) AS numbered WHERE numbered.id = cf_passport_versions.id;
CREATE UNIQUE INDEX cf_passport_versions_status ON cf_passport_versions (tenant, status_index)
  WHERE status_index IS NOT NULL;

CREATE TABLE cf_status_counters (
  tenant ${text} PRIMARY KEY,
  next_index INTEGER NOT NULL
);
INSERT INTO cf_status_counters (tenant, next_index)
SELECT tenant, max(status_index) + 1 FROM cf_passport_versions WHERE status_index IS NOT NULL GROUP BY tenant;

CREATE TABLE cf_status_lists (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  purpose ${text} NOT NULL CHECK (purpose IN ('revocation', 'refresh')),
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  entries INTEGER NOT NULL,
  content ${bytes} NOT NULL,
  sha256 ${text} NOT NULL,
  valid_until BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, purpose, sequence)
);

CREATE TABLE cf_battery_batches (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  battery_product_id ${id} NOT NULL,
  snapshot_id ${id} NOT NULL,
  rule_package_version_id ${id} NOT NULL,
  document_version_id ${id} NOT NULL,
  signing_key_id ${text} NOT NULL,
  issued_at ${text} NOT NULL,
  activate INTEGER NOT NULL CHECK (activate IN (0, 1)),
  salt ${text} NOT NULL,
  input_hash ${text} NOT NULL,
  batteries INTEGER NOT NULL,
  issued INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  created_by ${text},
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, battery_product_id, input_hash),
  CONSTRAINT cf_battery_batches_counts CHECK (issued + unchanged + failed <= batteries)
);
CREATE INDEX cf_battery_batches_tenant ON cf_battery_batches (tenant, id);

-- Batteries of a batch that got no passport, and why.
CREATE TABLE cf_battery_problems (
  tenant ${text} NOT NULL,
  batch_id ${id} NOT NULL,
  line INTEGER NOT NULL,
  serial ${text} NOT NULL,
  code ${text} NOT NULL,
  message ${text} NOT NULL,
  PRIMARY KEY (tenant, batch_id, line)
);

-- The history of a battery: readings, its end, transfers. Each statement names the hash of the one before.
CREATE TABLE cf_passport_statements (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  passport_id ${id} NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  kind ${text} NOT NULL,
  stated_at ${text} NOT NULL,
  content_hash ${text} NOT NULL,
  canonical ${bytes} NOT NULL,
  hash ${text} NOT NULL,
  signature ${bytes} NOT NULL,
  signing_key_id ${text} NOT NULL,
  signing_key_public ${bytes} NOT NULL,
  document_version_id ${id},
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, passport_id, sequence),
  -- The same reading again is the same row.
  UNIQUE (tenant, passport_id, content_hash)
);

CREATE TABLE cf_passport_transfers (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  passport_id ${id} NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('OFFERED', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  offer_hash ${text} NOT NULL,
  operator ${text} NOT NULL,
  operator_key ${bytes} NOT NULL,
  expires_at ${text} NOT NULL,
  decision_hash ${text},
  created_at BIGINT NOT NULL,
  decided_at BIGINT,
  CONSTRAINT cf_passport_transfers_decided CHECK ((status = 'OFFERED') = (decided_at IS NULL))
);
-- Of two offers at once, one fails: a battery goes to one operator.
CREATE UNIQUE INDEX cf_passport_transfers_open ON cf_passport_transfers (tenant, passport_id) WHERE status = 'OFFERED';
CREATE INDEX cf_passport_transfers_passport ON cf_passport_transfers (tenant, passport_id, id);
`;
}
