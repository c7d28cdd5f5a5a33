import type { DuckDBConnection } from '@duckdb/node-api';
import { databaseIdentity } from '../../engine/index.js';
import type { PipelineHome } from '../../pipeline/index.js';
import { type TenantDatabase } from '../../database/index.js';
import { fullName, type NamedDataset } from '../catalog/dataset-names.js';
import { placedOutputs } from '../catalog/placed-outputs.js';
import { queryFailure } from '../duckdb/failure.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import type { FileGroup } from '../views/column.js';
import { datasetView } from '../views/dataset-view.js';
import { fileGroups } from '../views/open-dataset.js';
import { copyGroups } from './copy-batches.js';
import { type Destination, withDestination } from './destination.js';
import { forgetRecord, type LoadOrigin, type LoadRecord, lockTarget, readRecord, writeRecord } from './load-record.js';
import { explainNul } from './nul-characters.js';
import { columnsOfTable, createTable, fitTable, indexJobs, parseTableName, quoted, tableSql } from './target-table.js';

export interface LoadRequest {
  readonly database: TenantDatabase;
  readonly home: PipelineHome;
  /** The PostgreSQL database to load into. */
  readonly url: string;
  /** `orders` or `sales.orders`. */
  readonly table: string;
  readonly signal?: AbortSignal | undefined;
  readonly onRows?: ((rows: number) => void) | undefined;
}

export interface LoadReport {
  readonly rowsInserted: number;
  readonly rowsDeleted: number;
  /** How many jobs have written the inserted and deleted rows. */
  readonly jobs: number;
}

/** What has to be known about a dataset. */
type LoadedDataset = Pick<NamedDataset, 'parser' | 'output' | 'name'>;

/**
 * Makes a table of another database hold the current rows of a dataset: rows of new jobs are copied, rows of superseded jobs are
 * deleted, in one transaction with the record of which jobs are there. So it can be repeated after any failure.
 */
export async function loadDataset(request: LoadRequest, dataset: LoadedDataset): Promise<LoadReport> {
  const { database, url, signal, home } = request;
  const source = await databaseIdentity(database);
  const origin = { source, tenant: database.tenant, dataset: fullName(dataset) };
  const { connection, close } = await openDuckDb();
  try {
    return await withDestination(url, signal, (destination) => load(connection, destination, request, origin, dataset));
  } catch (error) {
    throw queryFailure(error, { known: [dataset.name], allowFiles: true, folder: home });
  } finally {
    await close();
  }
}

async function load(
  connection: DuckDBConnection,
  destination: Destination,
  { database, home, table, onRows }: LoadRequest,
  origin: LoadOrigin,
  dataset: LoadedDataset,
): Promise<LoadReport> {
  const target = parseTableName(table);
  await lockTarget(destination, target);
  const existing = await columnsOfTable(destination, target);
  if (existing === undefined) await forgetRecord(destination, target);
  const known: LoadRecord | undefined = await readRecord(destination, target, origin);
  const loaded = known?.jobs ?? new Set();
  // After the lock: a load that waited for another one must not undo it.
  const place = { database, folder: home };
  const outputs = await placedOutputs(place, dataset);
  const current = new Set(outputs.map(({ jobId }) => jobId));
  const added = outputs.filter(({ jobId }) => !loaded.has(jobId));
  const gone = [...loaded].filter((jobId) => !current.has(jobId));
  const groups = await fileGroups(connection, place, added);
  const { columns } = datasetView(dataset.name, groups);
  const isOurs = existing === undefined || known?.isOurs === true;
  if (existing !== undefined) await fitTable(destination, target, { columns, existing, isOurs });
  else if (columns.length > 0) await createTable(destination, target, columns);
  const deleted = gone.length === 0 ? [] : await deleteRows(destination, tableSql(target), gone);
  const inserted = await copyAll(connection, destination, { target, groups, staging: home.staging, onRows });
  if (existing === undefined && columns.length > 0) await indexJobs(destination, target);
  await writeRecord(destination, target, { origin, isOurs, inserted: rowsOfJobs(added), deleted: gone });
  const jobs = new Set([...added.map(({ jobId }) => jobId), ...gone]);
  return { rowsInserted: inserted, rowsDeleted: deleted.length === 0 ? 0 : Number(deleted[0]?.rows), jobs: jobs.size };
}

function deleteRows(destination: Destination, table: string, jobs: readonly string[]): Promise<{ rows: string }[]> {
  return destination.query(
    `WITH deleted AS (DELETE FROM ${table} WHERE ${quoted('_cf_job_id')} = ANY ($1) RETURNING 1)
     SELECT count(*) AS rows FROM deleted`,
    [jobs],
  );
}

async function copyAll(
  connection: DuckDBConnection,
  destination: Destination,
  { onRows, ...what }: Omit<Parameters<typeof copyGroups>[2], 'onRows'> & Pick<LoadRequest, 'onRows'>,
): Promise<number> {
  let inserted = 0;
  const count = (rows: number): void => {
    inserted += rows;
    onRows?.(inserted);
  };
  try {
    await copyGroups(connection, destination, { ...what, onRows: count });
    return inserted;
  } catch (error) {
    throw await explainNul(error, connection, what.groups);
  }
}

function rowsOfJobs(outputs: readonly { jobId: string; rows: number }[]): { jobId: string; rows: number }[] {
  const rows = new Map<string, number>();
  for (const output of outputs) rows.set(output.jobId, (rows.get(output.jobId) ?? 0) + output.rows);
  return Array.from(rows, ([jobId, count]) => ({ jobId, rows: count }));
}
