/** The tenant of rows from before tenants existed, and of jobs without a tenant. */
const FIRST_TENANT = 'default';

/** The indexes whose first column is now the tenant. They replace those of the same names. */
const INDEXES = `
CREATE INDEX cf_parsers_source ON cf_parsers (tenant, source_hash);
CREATE INDEX cf_files_unplanned ON cf_files (tenant, planned_revision) WHERE missing_at IS NULL;
CREATE INDEX cf_files_hash ON cf_files (tenant, hash);
CREATE INDEX cf_file_parses_content ON cf_file_parses (tenant, parser, content_hash);
CREATE INDEX cf_file_parses_job ON cf_file_parses (tenant, job_id);
CREATE INDEX cf_outputs_current ON cf_outputs (tenant, file_id, parser) WHERE superseded_at IS NULL;
CREATE INDEX cf_outputs_job ON cf_outputs (tenant, job_id);
CREATE INDEX cf_quarantine_current ON cf_quarantine (tenant, parser, output, column_name, error_type, job_id)
  WHERE status = 'quarantined';
CREATE INDEX cf_quarantine_file ON cf_quarantine (tenant, file_id, parser);
CREATE UNIQUE INDEX cf_contracts_current ON cf_contracts (tenant, dataset) WHERE replaced_at IS NULL;
`;

/** Adding a column with a constant default does not rewrite a table in PostgreSQL, so each one is altered in place. */
export function tenantsOnPostgres(): string {
  const tables = [
    ...['cf_parsers', 'cf_parser_topics', 'cf_rules', 'cf_routing', 'cf_files', 'cf_file_parses'],
    ...['cf_outputs', 'cf_quarantine', 'cf_contracts'],
  ];
  const columns = tables.map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN tenant TEXT COLLATE "C" NOT NULL DEFAULT '${FIRST_TENANT}';
ALTER TABLE ${table} ALTER COLUMN tenant DROP DEFAULT;`,
  );
  return `${columns.join('')}

DROP INDEX cf_parsers_source, cf_files_unplanned, cf_files_hash, cf_file_parses_content, cf_file_parses_job,
  cf_outputs_current, cf_outputs_job, cf_quarantine_current, cf_quarantine_file, cf_contracts_current;
ALTER TABLE cf_parsers DROP CONSTRAINT cf_parsers_name_version_key, ADD UNIQUE (tenant, name, version);
ALTER TABLE cf_parser_topics DROP CONSTRAINT cf_parser_topics_pkey, ADD PRIMARY KEY (tenant, parser, topic);
ALTER TABLE cf_rules DROP CONSTRAINT cf_rules_pattern_topic_key, ADD UNIQUE (tenant, pattern, topic);
-- A row for each tenant, made when it is first needed.
ALTER TABLE cf_routing DROP COLUMN only_row, ADD PRIMARY KEY (tenant);
ALTER TABLE cf_files DROP CONSTRAINT cf_files_path_key, ADD UNIQUE (tenant, path);
ALTER TABLE cf_file_parses DROP CONSTRAINT cf_file_parses_pkey, ADD PRIMARY KEY (tenant, file_id, parser);
ALTER TABLE cf_quarantine DROP CONSTRAINT cf_quarantine_job_id_output_row_number_key,
  ADD UNIQUE (tenant, job_id, output, row_number);
ALTER TABLE cf_contracts DROP CONSTRAINT cf_contracts_pkey, ADD PRIMARY KEY (tenant, dataset, hash);
${INDEXES}`;
}

/**
 * SQLite cannot change the primary key of a table: each table is created anew and filled from the old one, whose
 * indexes are dropped with it.
 */
export function tenantsOnSqlite(): string {
  return `${SQLITE_TABLES.map(({ name, columns, constraint }) => rebuilt(name, columns, constraint)).join('\n')}
CREATE TABLE cf_routing_of_tenants (tenant TEXT PRIMARY KEY, revision BIGINT NOT NULL);
INSERT INTO cf_routing_of_tenants (tenant, revision) SELECT '${FIRST_TENANT}', revision FROM cf_routing;
DROP TABLE cf_routing;
ALTER TABLE cf_routing_of_tenants RENAME TO cf_routing;
${INDEXES}`;
}

function rebuilt(name: string, columns: readonly string[], constraint: string): string {
  const names = columns.map((column) => column.slice(0, column.indexOf(' ')));
  const old = names.map((column) => (column === 'tenant' ? `'${FIRST_TENANT}'` : column));
  return `
CREATE TABLE ${name}_of_tenants (${[...columns, constraint].filter((part) => part !== '').join(', ')});
INSERT INTO ${name}_of_tenants (${names.join(', ')}) SELECT ${old.join(', ')} FROM ${name};
DROP TABLE ${name};
ALTER TABLE ${name}_of_tenants RENAME TO ${name};`;
}

interface SqliteTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly constraint: string;
}

const ID = 'id TEXT PRIMARY KEY';
const TENANT = 'tenant TEXT NOT NULL';
const texts = (...names: string[]): string[] => names.map((name) => `${name} TEXT NOT NULL`);
const integers = (...names: string[]): string[] => names.map((name) => `${name} BIGINT NOT NULL`);

const SQLITE_TABLES: readonly SqliteTable[] = [
  {
    name: 'cf_parsers',
    columns: [
      ...[ID, TENANT, ...texts('name', 'version')],
      "language TEXT NOT NULL CHECK (language IN ('python', 'node'))",
      ...texts('entrypoint'),
      'source_archive BLOB NOT NULL',
      ...texts('source_hash'),
      'lockfile_hash TEXT',
      ...texts('outputs', 'imports'),
      'files INTEGER NOT NULL',
      ...integers('created_at', 'registered_at'),
      'retired_at BIGINT',
    ],
    constraint: 'UNIQUE (tenant, name, version)',
  },
  {
    name: 'cf_parser_topics',
    columns: [TENANT, ...texts('parser', 'topic')],
    constraint: 'PRIMARY KEY (tenant, parser, topic)',
  },
  {
    name: 'cf_rules',
    columns: [ID, TENANT, ...texts('pattern', 'topic'), ...integers('created_at')],
    constraint: 'UNIQUE (tenant, pattern, topic)',
  },
  {
    name: 'cf_files',
    columns: [
      ...[ID, TENANT, ...texts('path', 'hash')],
      ...integers('size_bytes', 'modified_us', 'changed_us'),
      ...texts('tags'),
      ...integers('discovered_at', 'scanned_at'),
      'missing_at BIGINT',
      'planned_revision BIGINT NOT NULL DEFAULT 0',
    ],
    constraint: 'UNIQUE (tenant, path)',
  },
  {
    name: 'cf_file_parses',
    columns: [
      ...[TENANT, ...texts('file_id', 'parser', 'content_hash', 'version', 'source_hash', 'job_id')],
      'dataset TEXT',
    ],
    constraint: 'PRIMARY KEY (tenant, file_id, parser)',
  },
  {
    name: 'cf_outputs',
    columns: [
      ...[ID, TENANT, ...texts('job_id', 'file_id', 'parser', 'version', 'source_hash', 'content_hash')],
      ...texts('output', 'path', 'format'),
      ...integers('row_count', 'size_bytes'),
      ...texts('sha256'),
      ...integers('created_at'),
      'superseded_at BIGINT',
      'superseded_by TEXT',
    ],
    constraint: '',
  },
  {
    name: 'cf_quarantine',
    columns: [
      ...[ID, TENANT, ...texts('job_id', 'file_id', 'parser', 'output', 'source'), ...integers('row_number')],
      'column_name TEXT',
      ...texts('error_type', 'error_message', 'errors', 'raw_data'),
      "status TEXT NOT NULL CHECK (status IN ('quarantined', 'recovered', 'discarded', 'superseded', 'evidence'))",
      ...integers('created_at'),
      'resolved_at BIGINT',
      'resolved_by TEXT',
      'reason TEXT',
    ],
    constraint: 'UNIQUE (tenant, job_id, output, row_number)',
  },
  {
    name: 'cf_contracts',
    columns: [
      ...[TENANT, ...texts('dataset', 'hash', 'contract', 'origin', 'source'), ...integers('set_at')],
      'replaced_at BIGINT',
    ],
    constraint: 'PRIMARY KEY (tenant, dataset, hash)',
  },
];
