import { afterAll, beforeAll, beforeEach } from 'vitest';
import { queryBuilder, type TenantDatabase, type TransactionScope } from '../../../src/database/index.js';
import type { JobContext } from '../../../src/engine/index.js';
import type { FilesTable, PipelineSchema, QuarantineStatus } from '../../../src/pipeline/schema/tables.js';
import { freshStore, type StoreKind } from '../../cli/store.js';
import { rowsOfTenant, TENANT } from './tenant.js';

const TABLES = ['cf_files', 'cf_file_parses', 'cf_outputs', 'cf_quarantine'];

/** Rows about files that no scan or job has written, so that each test has bystanders beside the row it is about. */
export interface FileRows {
  readonly database: TenantDatabase;
  builder(): ReturnType<typeof queryBuilder<PipelineSchema>>;
  /** All that the steps of a job need of its context. */
  context(jobId: string): JobContext;
  file(id: string): Promise<void>;
  parse(fileId: string, parser: string, jobId: string, more?: { content?: string; dataset?: string }): Promise<void>;
  output(fileId: string, parser: string, jobId: string, more?: { isSuperseded?: boolean }): Promise<void>;
  badRow(fileId: string, parser: string, jobId: string, status?: QuarantineStatus): Promise<void>;
  files(): Promise<FilesTable[]>;
  /** `file parser job` of each row. */
  parses(): Promise<string[]>;
  /** `file parser job` of each current output. */
  current(): Promise<string[]>;
  /** The ids of the files that wait for planning. */
  unplanned(): Promise<string[]>;
}

export function useFileRows(kind: StoreKind): FileRows {
  const undo: (() => Promise<void>)[] = [];
  let database: TenantDatabase;
  beforeAll(async () => {
    database = rowsOfTenant((await freshStore(kind, (step) => undo.unshift(step))).engine);
  });
  beforeEach(async () => {
    for (const table of TABLES) await database.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    for (const step of undo) await step();
  });
  return fileRows(() => database);
}

/** The same in a store that the tests have already. */
export function fileRows(database: () => TenantDatabase): FileRows {
  let inserted = 0;
  const builder: FileRows['builder'] = () => queryBuilder<PipelineSchema>(database());
  const insert = async <Table extends keyof PipelineSchema>(
    table: Table,
    row: PipelineSchema[Table],
  ): Promise<void> => {
    await builder()
      .insertInto(table)
      .values(row as never)
      .execute();
  };
  const rows: FileRows = {
    get database() {
      return database();
    },
    builder,
    context: (jobId) =>
      ({
        job: { id: jobId, tenant: TENANT },
        transaction: (work: (tx: TransactionScope) => Promise<unknown>) =>
          database().transaction(({ scope }) => work(scope)),
      }) as JobContext,
    file: (id) =>
      insert('cf_files', {
        ...{
          id,
          tenant: TENANT,
          path: `/in/${id}`,
          hash: `hash of ${id}`,
          size_bytes: 1,
          modified_us: 2,
          changed_us: 3,
          tags: '[]',
        },
        ...{ discovered_at: 1, scanned_at: 1, missing_at: null, planned_revision: 7 },
      }),
    parse: (fileId, parser, jobId, { content = 'content', dataset } = {}) =>
      insert('cf_file_parses', {
        ...{
          tenant: TENANT,
          file_id: fileId,
          parser,
          content_hash: content,
          version: '1',
          source_hash: 's',
          job_id: jobId,
        },
        dataset: dataset ?? null,
      }),
    output: (fileId, parser, jobId, { isSuperseded = false } = {}) =>
      insert('cf_outputs', {
        ...{
          id: `${++inserted}`,
          tenant: TENANT,
          job_id: jobId,
          file_id: fileId,
          parser,
          version: '1',
          source_hash: 's',
        },
        ...{ content_hash: 'c', output: 'o', path: `${jobId}-${inserted}`, format: 'csv', row_count: 1, size_bytes: 1 },
        ...{ sha256: 'h', created_at: 1, superseded_at: isSuperseded ? 2 : null, superseded_by: null },
      }),
    badRow: (fileId, parser, jobId, status = 'quarantined') =>
      insert('cf_quarantine', {
        ...{
          id: `${++inserted}`,
          tenant: TENANT,
          job_id: jobId,
          file_id: fileId,
          parser,
          output: 'o',
          source: '/in',
          row_number: inserted,
        },
        ...{ column_name: null, error_type: 't', error_message: 'm', errors: '[]', raw_data: '{}', status },
        ...{ created_at: 1, resolved_at: null, resolved_by: null, reason: null },
      }),
    files: () => builder().selectFrom('cf_files').selectAll().orderBy('id').execute(),
    async parses() {
      const found = await builder().selectFrom('cf_file_parses').selectAll().execute();
      return found.map((row) => `${row.file_id} ${row.parser} ${row.job_id}`).sort();
    },
    async current() {
      const found = await builder().selectFrom('cf_outputs').selectAll().where('superseded_at', 'is', null).execute();
      return found.map((row) => `${row.file_id} ${row.parser} ${row.job_id}`).sort();
    },
    async unplanned() {
      return (await rows.files()).filter((row) => row.planned_revision === 0).map(({ id }) => id);
    },
  };
  return rows;
}
