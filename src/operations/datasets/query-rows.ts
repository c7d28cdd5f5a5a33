import type { TenantDatabase } from '../../database/index.js';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { isJobId } from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';

/** Where the rows are, and who waits for them. */
export interface RowPlace {
  readonly database: TenantDatabase;
  /** The home's `output` folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface QueriedRows {
  /** One JSON object each. Texts, because parsing could change large numbers. */
  readonly rows: readonly string[];
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

const TIME_LIMIT_MS = 30_000;
/** A response is built in memory. */
const MAX_CHARACTERS = 64 * 1_048_576;

/** Runs a statement with limits for its time, its rows and their size. */
export async function queryRows(
  { database, folder, signal }: RowPlace,
  sql: string,
  limit: number,
): Promise<QueriedRows> {
  // Imported here: DuckDB takes a tenth of a second to load.
  const { textOfRows, withQuery } = await import('../../datasets/sql.js');
  const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
  const ended = AbortSignal.any([signal, timeout]);
  try {
    return await withQuery({ sql, database, folder, signal: ended }, async (query) => {
      let text = '';
      for await (const piece of textOfRows(await query.rows(limit + 1), 'ndjson')) {
        text += piece;
        if (text.length > MAX_CHARACTERS) throw tooMuch();
      }
      const lines = text.split('\n').slice(0, -1);
      return { rows: lines.slice(0, limit), truncated: lines.length > limit, notes: query.notes };
    });
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? tooSlow(error) : error;
  }
}

/** The row that a page of a dataset ends with. */
export interface RowKey {
  readonly jobId: string;
  readonly row: number;
}

/** One page of a dataset, in the order of jobs and rows. */
export async function pageOfRows(
  place: RowPlace,
  name: string,
  { limit, after }: { readonly limit: number; readonly after: RowKey | undefined },
): Promise<{ readonly rows: readonly string[]; readonly next: RowKey | undefined }> {
  const dataset = datasetNamed(await namedDatasets(place.database), name);
  const { selectDataset } = await import('../../datasets/sql.js');
  const behind = after === undefined ? '' : `WHERE (_cf_job_id, _cf_row) > (${literals(after)})`;
  const sql = `SELECT * FROM (${selectDataset(dataset)}) ${behind} ORDER BY _cf_job_id, _cf_row`;
  const { rows, truncated } = await queryRows(place, sql, limit);
  const last = rows.at(-1);
  return { rows, next: truncated && last !== undefined ? keyOf(last) : undefined };
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

function tooSlow(cause: unknown): CasparianError {
  return new CasparianError('QUERY_FAILED', `The query took more than ${TIME_LIMIT_MS / 1_000} seconds`, {
    next: ['Select fewer rows or columns, or run it on the server.'],
    cause,
  });
}

function tooMuch(): CasparianError {
  return new CasparianError('QUERY_FAILED', 'The rows are too large for one response', {
    next: ['Select fewer columns, or a smaller limit.'],
  });
}
