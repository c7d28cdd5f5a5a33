import type { OutputsFolder } from '../../datasets/index.js';
import type { TenantDatabase } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { withTimeLimit } from './time-limit.js';

/** Where the rows are, and who waits for them. */
export interface RowPlace {
  readonly database: TenantDatabase;
  readonly folder: OutputsFolder;
  readonly signal: AbortSignal;
}

export interface QueriedRows {
  /** One JSON object each. Texts, because parsing could change large numbers. */
  readonly rows: readonly string[];
  /** With the names that the objects have. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

/** A response is built in memory. */
const MAX_CHARACTERS = 64 * 1_048_576;

/** Runs a statement with limits for its time, its rows and their size. */
export async function queryRows(
  { database, folder, signal }: RowPlace,
  sql: string,
  limit: number,
): Promise<QueriedRows> {
  // Imported here: DuckDB takes a tenth of a second to load.
  const { columnsOf, textOfRows, withQuery } = await import('../../datasets/sql.js');
  return withTimeLimit(signal, (ended) =>
    withQuery({ sql, database, folder, signal: ended }, async (query) => {
      const stream = await query.rows(limit + 1);
      let text = '';
      for await (const piece of textOfRows(stream, 'ndjson')) {
        text += piece;
        if (text.length > MAX_CHARACTERS) throw tooMuch();
      }
      const lines = text.split('\n').slice(0, -1);
      const columns = columnsOf(stream);
      return { rows: lines.slice(0, limit), columns, truncated: lines.length > limit, notes: query.notes };
    }),
  );
}

function tooMuch(): CasparianError {
  return new CasparianError('QUERY_FAILED', 'The rows are too large for one response', {
    next: ['Select fewer columns, or a smaller limit.'],
  });
}
