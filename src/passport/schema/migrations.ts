import type { MigrationLine } from '../../database/index.js';
import { historyOnPostgres, historyOnSqlite } from './history-tables.js';
import { immutableOnPostgres, immutableOnSqlite } from './immutable.js';

const KINDS = `kind IN ('BOM', 'PCF', 'DUE_DILIGENCE', 'BATTERY_DATA', 'OTHER')`;

const BATTERY_DATA_ON_POSTGRES = `
ALTER TABLE cf_documents DROP CONSTRAINT cf_documents_kind_check;
ALTER TABLE cf_documents ADD CONSTRAINT cf_documents_kind_check CHECK (${KINDS});
`;

/** The migrations of battery passports. Forward only; never edit a released step. */
export const PASSPORT_MIGRATIONS: MigrationLine = {
  module: 'passport',
  steps: [
    {
      number: 1,
      name: 'documents, facts, snapshots, rules, passports',
      sql: {
        sqlite: `${tables({ id: 'TEXT', text: 'TEXT', bytes: 'BLOB' })}${immutableOnSqlite()}`,
        postgres: `${tables({ id: 'UUID', text: 'TEXT COLLATE "C"', bytes: 'BYTEA' })}${immutableOnPostgres()}`,
      },
    },
    {
      number: 2,
      name: 'faster compression, parts of ids',
      sql: {
        sqlite: partsOfIds('substr(id, -4)'),
        postgres: `${withLz4('cf_passport_versions', 'payload_canonical', 'proof_canonical')}${withLz4('cf_document_versions', 'content')}
${partsOfIds('"right"(id::text, 4)')}`,
      },
    },
    {
      number: 3,
      name: 'data of batteries, audiences of exports',
      sql: {
        sqlite: `${batteryDataOnSqlite()}${audiences('TEXT')}`,
        postgres: `${BATTERY_DATA_ON_POSTGRES}${audiences('TEXT COLLATE "C"')}`,
      },
    },
    {
      number: 4,
      name: 'single batteries, their history, transfers, status lists',
      sql: { sqlite: historyOnSqlite(), postgres: historyOnPostgres() },
    },
  ],
};

/** SQLite cannot change a constraint, so the table is written again. */
function batteryDataOnSqlite(): string {
  const columns = 'id, tenant, kind, external_ref, versions, created_by, created_at';
  return `
CREATE TABLE cf_documents_new (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (${KINDS}),
  external_ref TEXT,
  versions INTEGER NOT NULL DEFAULT 0,
  created_by TEXT,
  created_at BIGINT NOT NULL
);
INSERT INTO cf_documents_new (${columns}) SELECT ${columns} FROM cf_documents;
DROP TABLE cf_documents;
ALTER TABLE cf_documents_new RENAME TO cf_documents;
CREATE INDEX cf_documents_tenant ON cf_documents (tenant, id);
CREATE UNIQUE INDEX cf_documents_ref ON cf_documents (tenant, kind, external_ref) WHERE external_ref IS NOT NULL;
`;
}

/** Whom an export was made for. */
function audiences(text: string): string {
  return `
ALTER TABLE cf_passport_exports ADD COLUMN audience ${text};
`;
}

/**
 * With PostgreSQL's own compression, to store a proof of 80 kB took 2.2 ms of CPU; with LZ4 it takes 0.5 ms, and as much space. Versions before
 * 14 do not know it, and a server may be built without it.
 */
function withLz4(table: string, ...columns: readonly string[]): string {
  const changes = columns.map((column) => `ALTER COLUMN ${column} SET COMPRESSION lz4`).join(', ');
  return `
DO $$ BEGIN
  EXECUTE 'ALTER TABLE ${table} ${changes}';
EXCEPTION WHEN syntax_error OR feature_not_supported THEN NULL;
END $$;`;
}

/** People shorten ids to a beginning or an end; see `records/part-of-id.ts`. With the id in the index of ends, SQLite prefers it. */
function partsOfIds(end: string): string {
  return `
CREATE INDEX cf_document_versions_tenant ON cf_document_versions (tenant, id);
CREATE INDEX cf_document_versions_end ON cf_document_versions (tenant, ${end}, id);
CREATE INDEX cf_snapshots_end ON cf_snapshots (tenant, ${end}, id);
CREATE INDEX cf_rule_package_versions_end ON cf_rule_package_versions (tenant, ${end}, id);
CREATE INDEX cf_passport_versions_tenant ON cf_passport_versions (tenant, id);
CREATE INDEX cf_passport_versions_end ON cf_passport_versions (tenant, ${end}, id);
`;
}

/** The same SQL for both databases: texts sorted by bytes, times in milliseconds. */
function tables({ id, text, bytes }: { id: string; text: string; bytes: string }): string {
  return `
CREATE TABLE cf_battery_products (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  sku ${text} NOT NULL,
  name ${text} NOT NULL,
  created_by ${text},
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, sku)
);

CREATE TABLE cf_passports (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  battery_product_id ${id} NOT NULL,
  current_passport_version_id ${id},
  created_by ${text},
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, battery_product_id)
);
CREATE INDEX cf_passports_tenant ON cf_passports (tenant, id);

CREATE TABLE cf_documents (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  kind ${text} NOT NULL CHECK (kind IN ('BOM', 'PCF', 'DUE_DILIGENCE', 'OTHER')),
  external_ref ${text},
  versions INTEGER NOT NULL DEFAULT 0,
  created_by ${text},
  created_at BIGINT NOT NULL
);
CREATE INDEX cf_documents_tenant ON cf_documents (tenant, id);
CREATE UNIQUE INDEX cf_documents_ref ON cf_documents (tenant, kind, external_ref) WHERE external_ref IS NOT NULL;

CREATE TABLE cf_document_versions (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  document_id ${id} NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  status ${text} NOT NULL CHECK (status IN ('UPLOADED', 'PARSED', 'VALIDATED', 'REJECTED')),
  mime_type ${text} NOT NULL,
  sha256 ${text} NOT NULL,
  size_bytes BIGINT NOT NULL,
  content ${bytes} NOT NULL,
  source ${text},
  problems ${text},
  fact_count INTEGER,
  uploaded_by ${text},
  uploaded_at BIGINT NOT NULL,
  parsed_at BIGINT,
  UNIQUE (tenant, document_id, version),
  UNIQUE (tenant, document_id, sha256),
  CONSTRAINT cf_document_versions_rejected CHECK ((status = 'REJECTED') = (problems IS NOT NULL)),
  CONSTRAINT cf_document_versions_validated CHECK ((status = 'VALIDATED') = (fact_count IS NOT NULL)),
  CONSTRAINT cf_document_versions_parsed CHECK ((status = 'UPLOADED') = (parsed_at IS NULL))
);

CREATE TABLE cf_facts (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  fact_type ${text} NOT NULL,
  fact_key ${text} NOT NULL,
  schema_version INTEGER NOT NULL CHECK (schema_version >= 1),
  payload ${text} NOT NULL,
  payload_hash ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, fact_type, fact_key, schema_version, payload_hash)
);
CREATE INDEX cf_facts_tenant ON cf_facts (tenant, id);

CREATE TABLE cf_fact_sources (
  tenant ${text} NOT NULL,
  document_version_id ${id} NOT NULL,
  fact_id ${id} NOT NULL,
  pointer ${text},
  line INTEGER,
  column_number INTEGER,
  source ${text},
  PRIMARY KEY (tenant, document_version_id, fact_id)
);
CREATE INDEX cf_fact_sources_fact ON cf_fact_sources (tenant, fact_id);

CREATE TABLE cf_snapshots (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('BUILDING', 'READY', 'SEALED')),
  label ${text},
  canonical ${bytes},
  hash ${text},
  fact_count INTEGER,
  created_by ${text},
  created_at BIGINT NOT NULL,
  sealed_by ${text},
  sealed_at BIGINT,
  CONSTRAINT cf_snapshots_counted CHECK ((status = 'BUILDING') = (fact_count IS NULL)),
  CONSTRAINT cf_snapshots_sealed CHECK ((status = 'SEALED') = (hash IS NOT NULL)
    AND (hash IS NULL) = (canonical IS NULL) AND (hash IS NULL) = (sealed_at IS NULL))
);
CREATE INDEX cf_snapshots_tenant ON cf_snapshots (tenant, id);

CREATE TABLE cf_snapshot_items (
  tenant ${text} NOT NULL,
  snapshot_id ${id} NOT NULL,
  fact_id ${id} NOT NULL,
  PRIMARY KEY (tenant, snapshot_id, fact_id)
);

CREATE TABLE cf_rule_packages (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  name ${text} NOT NULL,
  versions INTEGER NOT NULL DEFAULT 0,
  created_by ${text},
  created_at BIGINT NOT NULL,
  UNIQUE (tenant, name)
);

CREATE TABLE cf_rule_package_versions (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  rule_package_id ${id} NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  status ${text} NOT NULL CHECK (status IN ('DRAFT', 'VALIDATED', 'PUBLISHED', 'DEPRECATED', 'RETIRED')),
  dsl_source ${bytes} NOT NULL,
  dsl_sha256 ${text} NOT NULL,
  tests_source ${bytes} NOT NULL,
  tests_sha256 ${text} NOT NULL,
  created_by ${text},
  created_at BIGINT NOT NULL,
  validated_at BIGINT,
  published_at BIGINT,
  deprecated_at BIGINT,
  retired_at BIGINT,
  UNIQUE (tenant, rule_package_id, version),
  UNIQUE (tenant, rule_package_id, dsl_sha256, tests_sha256),
  CONSTRAINT cf_rule_package_versions_validated CHECK ((status = 'DRAFT') = (validated_at IS NULL)),
  CONSTRAINT cf_rule_package_versions_published
    CHECK ((status IN ('PUBLISHED', 'DEPRECATED', 'RETIRED')) = (published_at IS NOT NULL)),
  CONSTRAINT cf_rule_package_versions_deprecated
    CHECK ((status IN ('DEPRECATED', 'RETIRED')) = (deprecated_at IS NOT NULL)),
  CONSTRAINT cf_rule_package_versions_retired CHECK ((status = 'RETIRED') = (retired_at IS NOT NULL))
);

CREATE TABLE cf_rule_test_runs (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  rule_package_version_id ${id} NOT NULL,
  seed ${text} NOT NULL,
  total_cases INTEGER NOT NULL,
  passed_count INTEGER NOT NULL,
  failed_count INTEGER NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('PASSED', 'FAILED')),
  first_failure ${text},
  created_at BIGINT NOT NULL,
  CONSTRAINT cf_rule_test_runs_counts CHECK (passed_count + failed_count = total_cases)
);
CREATE INDEX cf_rule_test_runs_version ON cf_rule_test_runs (tenant, rule_package_version_id, id);

CREATE TABLE cf_passport_versions (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  passport_id ${id} NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('COMPILING', 'SIGNED', 'ACTIVE', 'SUPERSEDED', 'REVOKED')),
  snapshot_id ${id} NOT NULL,
  rule_package_version_id ${id} NOT NULL,
  compiler_build_id ${text} NOT NULL,
  issued_at ${text} NOT NULL,
  payload_canonical ${bytes} NOT NULL,
  payload_hash ${text} NOT NULL,
  proof_canonical ${bytes} NOT NULL,
  proof_root_hash ${text} NOT NULL,
  receipt_canonical ${bytes} NOT NULL,
  receipt_hash ${text} NOT NULL,
  signature_alg ${text} NOT NULL DEFAULT 'ED25519' CHECK (signature_alg = 'ED25519'),
  signing_key_id ${text} NOT NULL,
  signing_key_public ${bytes},
  signature ${bytes},
  qr_payload ${text},
  qr_png ${bytes},
  created_at BIGINT NOT NULL,
  signed_at BIGINT,
  activated_at BIGINT,
  superseded_at BIGINT,
  revoked_at BIGINT,
  revoke_reason ${text},
  UNIQUE (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, issued_at),
  CONSTRAINT cf_passport_versions_signed CHECK ((status = 'COMPILING') = (signature IS NULL)
    AND (signature IS NULL) = (signing_key_public IS NULL) AND (signature IS NULL) = (signed_at IS NULL)),
  CONSTRAINT cf_passport_versions_activated CHECK (status NOT IN ('ACTIVE', 'SUPERSEDED') OR activated_at IS NOT NULL),
  CONSTRAINT cf_passport_versions_revoked CHECK ((status = 'REVOKED') = (revoked_at IS NOT NULL)),
  CONSTRAINT cf_passport_versions_qr CHECK ((qr_payload IS NULL) = (qr_png IS NULL))
);
-- Of two activations at once, one wins.
CREATE UNIQUE INDEX cf_passport_versions_active ON cf_passport_versions (tenant, passport_id) WHERE status = 'ACTIVE';
CREATE INDEX cf_passport_versions_passport ON cf_passport_versions (tenant, passport_id, id);

CREATE TABLE cf_passport_exports (
  id ${id} PRIMARY KEY,
  tenant ${text} NOT NULL,
  passport_version_id ${id} NOT NULL,
  format ${text} NOT NULL,
  mime_type ${text} NOT NULL,
  sha256 ${text} NOT NULL,
  size_bytes BIGINT NOT NULL,
  content ${bytes} NOT NULL,
  created_at BIGINT NOT NULL,
  -- The same export again is the same row.
  UNIQUE (tenant, passport_version_id, format, sha256)
);
`;
}
