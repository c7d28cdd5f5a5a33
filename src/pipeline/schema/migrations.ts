import type { MigrationLine } from '../../database/index.js';
import { tenantsOnPostgres, tenantsOnSqlite } from './tenant-migration.js';

/** Finds the failed jobs of a file when a later job has read it. Other jobs are not in the index. */
const FAILED_FILES = `
CREATE INDEX cf_jobs_failed_files ON cf_jobs (tenant, (payload ->> 'file_id'))
  WHERE type = 'parse' AND (status = 'failed' OR status = 'dead_letter');`;

const NETWORK = `
ALTER TABLE cf_parsers ADD COLUMN network INTEGER NOT NULL DEFAULT 0 CHECK (network IN (0, 1));
`;

/** The migrations of the pipeline. Forward only; never edit a released step. */
export const PIPELINE_MIGRATIONS: MigrationLine = {
  module: 'pipeline',
  steps: [
    {
      number: 1,
      name: 'parsers, files, outputs, quarantine',
      sql: { sqlite: tables('TEXT', 'BLOB'), postgres: tables('TEXT COLLATE "C"', 'BYTEA') },
    },
    {
      number: 2,
      name: 'contracts of datasets that are read without a parser',
      sql: { sqlite: contracts('TEXT'), postgres: contracts('TEXT COLLATE "C"') },
    },
    {
      number: 3,
      name: 'a tenant in every table',
      sql: { sqlite: tenantsOnSqlite(), postgres: tenantsOnPostgres() },
    },
    {
      number: 4,
      name: 'versions of contracts',
      sql: { sqlite: contractVersions('TEXT'), postgres: contractVersions('TEXT COLLATE "C"') },
    },
    {
      number: 5,
      name: 'reports on suggested repairs',
      sql: { sqlite: repairReports('TEXT'), postgres: repairReports('TEXT COLLATE "C"') },
    },
    {
      number: 6,
      name: 'skipped lines',
      sql: { sqlite: skippedLines('TEXT'), postgres: skippedLines('TEXT COLLATE "C"') },
    },
    {
      number: 7,
      name: 'corrected rows',
      sql: { sqlite: corrections('TEXT'), postgres: corrections('TEXT COLLATE "C"') },
    },
    {
      number: 8,
      name: 'whether a parser uses the network',
      sql: { sqlite: NETWORK, postgres: NETWORK },
    },
    { number: 9, name: 'failed files', sql: { sqlite: FAILED_FILES, postgres: FAILED_FILES } },
  ],
};

/** The same SQL for both databases: simple tables, sorted by bytes, times in milliseconds. */
function tables(text: string, bytes: string): string {
  return `
CREATE TABLE cf_parsers (
  id ${text} PRIMARY KEY,
  name ${text} NOT NULL,
  version ${text} NOT NULL,
  language ${text} NOT NULL CHECK (language IN ('python', 'node')),
  entrypoint ${text} NOT NULL,
  source_archive ${bytes} NOT NULL,
  source_hash ${text} NOT NULL,
  lockfile_hash ${text},
  outputs ${text} NOT NULL,
  imports ${text} NOT NULL,
  files INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  registered_at BIGINT NOT NULL,
  retired_at BIGINT,
  UNIQUE (name, version)
);
CREATE INDEX cf_parsers_source ON cf_parsers (source_hash);

-- A subscription belongs to the parser's name: its next version inherits it.
CREATE TABLE cf_parser_topics (
  parser ${text} NOT NULL,
  topic ${text} NOT NULL,
  PRIMARY KEY (parser, topic)
);

CREATE TABLE cf_rules (
  id ${text} PRIMARY KEY,
  pattern ${text} NOT NULL,
  topic ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (pattern, topic)
);

-- Grows whenever parsers, subscriptions or rules change: files planned under an older revision are looked at again.
-- Its one row is also the lock that planners take turns by.
CREATE TABLE cf_routing (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  revision BIGINT NOT NULL
);
INSERT INTO cf_routing (only_row, revision) VALUES (1, 1);

CREATE TABLE cf_files (
  id ${text} PRIMARY KEY,
  path ${text} NOT NULL UNIQUE,
  hash ${text} NOT NULL,
  size_bytes BIGINT NOT NULL,
  modified_us BIGINT NOT NULL,
  changed_us BIGINT NOT NULL,
  tags ${text} NOT NULL,
  discovered_at BIGINT NOT NULL,
  scanned_at BIGINT NOT NULL,
  missing_at BIGINT,
  planned_revision BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX cf_files_unplanned ON cf_files (planned_revision) WHERE missing_at IS NULL;
CREATE INDEX cf_files_hash ON cf_files (hash);

-- Which job stands for a file and a parser: what "Already processed" means. A copy of a file stands on the job of the
-- first one.
CREATE TABLE cf_file_parses (
  file_id ${text} NOT NULL,
  parser ${text} NOT NULL,
  content_hash ${text} NOT NULL,
  version ${text} NOT NULL,
  source_hash ${text} NOT NULL,
  job_id ${text} NOT NULL,
  PRIMARY KEY (file_id, parser)
);
CREATE INDEX cf_file_parses_content ON cf_file_parses (parser, content_hash);
CREATE INDEX cf_file_parses_job ON cf_file_parses (job_id);

CREATE TABLE cf_outputs (
  id ${text} PRIMARY KEY,
  job_id ${text} NOT NULL,
  file_id ${text} NOT NULL,
  parser ${text} NOT NULL,
  version ${text} NOT NULL,
  source_hash ${text} NOT NULL,
  content_hash ${text} NOT NULL,
  output ${text} NOT NULL,
  path ${text} NOT NULL,
  format ${text} NOT NULL,
  row_count BIGINT NOT NULL,
  size_bytes BIGINT NOT NULL,
  sha256 ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  superseded_at BIGINT,
  superseded_by ${text}
);
CREATE INDEX cf_outputs_current ON cf_outputs (file_id, parser) WHERE superseded_at IS NULL;
CREATE INDEX cf_outputs_job ON cf_outputs (job_id);

CREATE TABLE cf_quarantine (
  id ${text} PRIMARY KEY,
  job_id ${text} NOT NULL,
  file_id ${text} NOT NULL,
  parser ${text} NOT NULL,
  output ${text} NOT NULL,
  source ${text} NOT NULL,
  row_number BIGINT NOT NULL,
  column_name ${text},
  error_type ${text} NOT NULL,
  error_message ${text} NOT NULL,
  errors ${text} NOT NULL,
  raw_data ${text} NOT NULL,
  status ${text} NOT NULL CHECK (status IN ('quarantined', 'recovered', 'discarded', 'superseded', 'evidence')),
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  resolved_by ${text},
  reason ${text},
  UNIQUE (job_id, output, row_number)
);
-- Everything that groups are made of, so that a million rows are counted without a look at one of them.
CREATE INDEX cf_quarantine_current ON cf_quarantine (parser, output, column_name, error_type, job_id)
  WHERE status = 'quarantined';
CREATE INDEX cf_quarantine_file ON cf_quarantine (file_id, parser);
`;
}

function contracts(text: string): string {
  return `
-- The same content under another name belongs to another dataset. Null for registered parsers.
ALTER TABLE cf_file_parses ADD COLUMN dataset ${text};

-- What the rows of a dataset are held to. One of them is current; the others stay, because outputs name their hash.
CREATE TABLE cf_contracts (
  dataset ${text} NOT NULL,
  hash ${text} NOT NULL,
  contract ${text} NOT NULL,
  origin ${text} NOT NULL,
  source ${text} NOT NULL,
  set_at BIGINT NOT NULL,
  replaced_at BIGINT,
  PRIMARY KEY (dataset, hash)
);
-- Of many that propose a contract at once, one wins.
CREATE UNIQUE INDEX cf_contracts_current ON cf_contracts (dataset) WHERE replaced_at IS NULL;
`;
}

function repairReports(text: string): string {
  return `
CREATE TABLE cf_repair_reports (
  tenant ${text} NOT NULL,
  parser ${text} NOT NULL,
  output ${text} NOT NULL,
  report ${text} NOT NULL,
  computed_at BIGINT NOT NULL,
  PRIMARY KEY (tenant, parser, output)
);
`;
}

function contractVersions(text: string): string {
  return `
-- 1 for a contract that no file may widen. A contract that a person has set is frozen.
ALTER TABLE cf_contracts ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
UPDATE cf_contracts SET frozen = 1 WHERE origin = 'given';
-- The values that an inferred contract is based on, so that the next file can widen it. Null for contracts of persons.
ALTER TABLE cf_contracts ADD COLUMN evidence ${text};
-- How it differs from the contract before it: a list of sentences, as JSON.
ALTER TABLE cf_contracts ADD COLUMN changes ${text} NOT NULL DEFAULT '[]';
`;
}

function skippedLines(text: string): string {
  return `
-- Lines of files that are not part of a row: titles, headers, comments, footers, other tables.
CREATE TABLE cf_skipped (
  id ${text} PRIMARY KEY,
  tenant ${text} NOT NULL,
  job_id ${text} NOT NULL,
  file_id ${text} NOT NULL,
  parser ${text} NOT NULL,
  source ${text} NOT NULL,
  line BIGINT NOT NULL,
  kind ${text} NOT NULL,
  reason ${text} NOT NULL,
  text ${text} NOT NULL,
  created_at BIGINT NOT NULL,
  superseded_at BIGINT
);
CREATE INDEX cf_skipped_job ON cf_skipped (tenant, job_id, line);
CREATE INDEX cf_skipped_file ON cf_skipped (tenant, file_id, parser) WHERE superseded_at IS NULL;
`;
}

function corrections(text: string): string {
  return `
CREATE TABLE cf_corrections (
  id ${text} PRIMARY KEY,
  tenant ${text} NOT NULL,
  row_id ${text} NOT NULL,
  file_id ${text} NOT NULL,
  parser ${text} NOT NULL,
  content_hash ${text} NOT NULL,
  output ${text} NOT NULL,
  row_number BIGINT NOT NULL,
  original ${text} NOT NULL,
  corrected ${text} NOT NULL,
  actor ${text},
  corrected_at BIGINT NOT NULL,
  used_by ${text},
  ended_at BIGINT
);
-- A row of a content has at most one correction that applies.
CREATE UNIQUE INDEX cf_corrections_row ON cf_corrections (tenant, file_id, parser, content_hash, output, row_number)
  WHERE ended_at IS NULL;
CREATE INDEX cf_corrections_used ON cf_corrections (tenant, used_by) WHERE used_by IS NOT NULL;
`;
}
