import { type NamedDataset, datasetNamed, namedDatasets } from '../../datasets/index.js';
import { isJobId } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { queryRows, type RowPlace } from './query-rows.js';

/** Which rows of a dataset, and in which order. */
export interface RowSelection {
  /** A condition in SQL; all rows without it. */
  readonly where?: string | undefined;
  /** A column. Without it, rows are in the order of their jobs and files. */
  readonly sort?: string | undefined;
  readonly descending?: boolean | undefined;
}

/** The row that a page of a dataset ends with. */
export interface RowKey {
  readonly jobId: string;
  readonly row: number;
}

export interface PageOptions extends RowSelection {
  readonly limit: number;
  readonly after: RowKey | undefined;
}

/** One page of a dataset. Rows with the same value are in the order of jobs and rows; nulls come last. */
export async function pageOfRows(
  place: RowPlace,
  name: string,
  options: PageOptions,
): Promise<{ readonly rows: readonly string[]; readonly next: RowKey | undefined }> {
  const dataset = datasetNamed(await namedDatasets(place.database), name);
  const { rows, truncated } = await queryRows(place, await pageStatement(dataset, options), options.limit);
  const last = rows.at(-1);
  return { rows, next: truncated && last !== undefined ? keyOf(last) : undefined };
}

/** How many rows a condition selects. */
export async function countDatasetRows(place: RowPlace, name: string, where: string | undefined): Promise<number> {
  const dataset = datasetNamed(await namedDatasets(place.database), name);
  if (where === undefined) return dataset.rows;
  const { rows } = await queryRows(place, `SELECT count(*) AS n FROM (${await selectedRows(dataset, { where })})`, 1);
  return (JSON.parse(rows[0] ?? '{"n":0}') as { n: number }).n;
}

/** The rows of a dataset that a condition selects, sorted. */
export async function selectedRows(dataset: NamedDataset, selection: RowSelection): Promise<string> {
  const { selectDataset } = await import('../../datasets/sql.js');
  const { where, sort } = selection;
  // The line break ends a comment in the condition.
  const condition = where === undefined ? '' : ` WHERE (${where}\n)`;
  const order = sort === undefined ? '' : ` ORDER BY ${await orderOf(sort, selection.descending)}`;
  return `SELECT * FROM (${selectDataset(dataset)})${condition}${order}`;
}

async function pageStatement(dataset: NamedDataset, { limit: _, after, ...selection }: PageOptions): Promise<string> {
  const { sort, descending } = selection;
  const rows = await selectedRows(dataset, { where: selection.where });
  const order = sort === undefined ? KEY : await orderOf(sort, descending);
  if (after === undefined) return `SELECT * FROM (${rows}) ORDER BY ${order}`;
  const key = literals(after);
  if (sort === undefined) return `SELECT * FROM (${rows}) WHERE (${KEY}) > (${key}) ORDER BY ${KEY}`;
  const { identifier, selectDataset } = await import('../../datasets/sql.js');
  const column = identifier(sort);
  // The last value is looked up, because a cursor has no room for a long text.
  return `WITH last AS (SELECT ${column} AS value FROM (${selectDataset(dataset)}) WHERE (${KEY}) = (${key}))
    SELECT rows.* FROM (${rows}) AS rows WHERE CASE WHEN (SELECT count(*) FROM last) = 0
      THEN error('The dataset has changed since the page before. Begin with the first page again.')
      ELSE coalesce(${column} ${descending === true ? '<' : '>'} (SELECT value FROM last), false)
        OR (${column} IS NULL AND (SELECT value FROM last) IS NOT NULL)
        OR (${column} IS NOT DISTINCT FROM (SELECT value FROM last) AND (${KEY}) > (${key})) END
    ORDER BY ${order}`;
}

const KEY = '_cf_job_id, _cf_row';

async function orderOf(sort: string, descending = false): Promise<string> {
  const { identifier } = await import('../../datasets/sql.js');
  return `${identifier(sort)} ${descending ? 'DESC' : 'ASC'} NULLS LAST, ${KEY}`;
}

function keyOf(row: string): RowKey {
  const { _cf_job_id: jobId, _cf_row: number } = JSON.parse(row) as { _cf_job_id: string; _cf_row: number };
  return { jobId, row: number };
}

/** Part of the statement, so they must be what they claim to be. */
function literals({ jobId, row }: RowKey): string {
  if (isJobId(jobId) && Number.isSafeInteger(row)) return `'${jobId}', ${row}`;
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
