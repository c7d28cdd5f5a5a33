import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type Database, lockName, tenantDatabase, type TenantDatabase } from '../../../database/index.js';
import {
  declareJob,
  handleJob,
  type JobContext,
  type JobDeclaration,
  type JobDefinition,
} from '../../../engine/index.js';
import type { ChangedDataset, PipelineHome } from '../../../pipeline/index.js';
import { CasparianError } from '../../../platform/index.js';
import { publicationJson, publishTable } from '../publish-table.js';
import { copyLock } from './request-copies.js';

export interface CopyPayload extends ChangedDataset {
  /** The table to load into; absent for a Delta table. */
  readonly table?: string | undefined;
}

/** Loads what has changed in a dataset into PostgreSQL. The database is a setting of the worker, so that no job has its password. */
export const LOAD_JOB = declareJob({
  type: 'dataset.load',
  payload: copyPayload(),
  label: ({ output, table }) => `${output} → ${table ?? output}`,
  filterFields: ['parser', 'output'],
});

/** Brings the Delta table of a dataset up to date. */
export const PUBLISH_JOB = declareJob({
  type: 'dataset.publish',
  payload: copyPayload(),
  label: ({ output }) => output,
  filterFields: ['parser', 'output'],
});

export const COPY_JOBS: readonly JobDeclaration[] = [LOAD_JOB, PUBLISH_JOB];

export interface CopyRuntime {
  readonly database: Database;
  readonly home: PipelineHome;
  /** The PostgreSQL database to load into. */
  readonly loadTo: string | undefined;
}

/** The handlers of jobs that make copies follow their datasets. */
export function copyJobs(runtime: CopyRuntime): JobDefinition[] {
  return [
    handleJob(LOAD_JOB, (payload, context) => loadCopy(runtime, payload, context)),
    handleJob(PUBLISH_JOB, (payload, context) => publishCopy(runtime, payload, context)),
  ] as JobDefinition[];
}

async function loadCopy(
  { database, home, loadTo: url }: CopyRuntime,
  { parser, output, table = output }: CopyPayload,
  { job, signal, progress }: JobContext,
): Promise<object> {
  if (url === undefined) throw destinationMissing();
  const rows = tenantDatabase(database, job.tenant);
  await waitForCommits(rows, LOAD_JOB, { parser, output });
  // Imported here: DuckDB takes a tenth of a second to load.
  const { loadDataset } = await import('../../../datasets/sql.js');
  const onRows = (copied: number): void => progress(0, `${copied} rows copied`);
  const report = await loadDataset(
    { database: rows, home, url, table, signal, onRows },
    { parser, output, name: output },
  );
  return { rows_inserted: report.rowsInserted, rows_deleted: report.rowsDeleted, jobs: report.jobs };
}

async function publishCopy(
  { database, home }: CopyRuntime,
  { parser, output }: CopyPayload,
  { job, signal, progress }: JobContext,
): Promise<object> {
  const rows = tenantDatabase(database, job.tenant);
  await waitForCommits(rows, PUBLISH_JOB, { parser, output });
  const onFiles = (files: number, total: number): void =>
    progress(files / total, `${files} of ${total} files rewritten`);
  const dataset = { parser, output, name: output };
  return publicationJson(output, await publishTable(rows, { dataset, home, signal, onFiles }));
}

/**
 * Waits for the transactions that relied on this job when it was pending. Later ones see that it runs, and request another job.
 * See `requestCopy`.
 */
export async function waitForCommits(
  database: TenantDatabase,
  { type }: JobDeclaration,
  dataset: ChangedDataset,
): Promise<void> {
  await database.transaction((tx) => lockName(tx, copyLock(tx.tenant, type, dataset)));
}

function destinationMissing(): CasparianError {
  return new CasparianError('CONFIG_INVALID', 'This worker has no database to load into', {
    why: 'The job was requested by a worker with the setting load_datasets.',
    next: ['Set load_to (CASPARIAN_LOAD_TO) for every worker.'],
  });
}

function copyPayload(): StandardSchemaV1<CopyPayload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const { parser, output, table } = (value ?? {}) as Record<string, unknown>;
        const isKnown = typeof parser === 'string' && typeof output === 'string';
        return isKnown && (table === undefined || typeof table === 'string')
          ? { value: value as CopyPayload }
          : { issues: [{ message: 'expected the parser and output of a dataset' }] };
      },
    },
  };
}
