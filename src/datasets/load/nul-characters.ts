import type { DuckDBConnection } from '@duckdb/node-api';
import { CasparianError } from '../../platform/index.js';
import { identifier } from '../duckdb/sql-text.js';
import type { FileGroup } from '../views/column.js';

/** PostgreSQL's code for text that it cannot store: in UTF-8, only the character NUL. */
const UNTRANSLATABLE = '22021';

/** Names the first row with a NUL, which PostgreSQL cannot store, if that is why a copy failed. Returns other errors unchanged. */
export async function explainNul(
  error: unknown,
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<unknown> {
  if ((error as { code?: string }).code !== UNTRANSLATABLE) return error;
  for (const { columns, select } of groups) {
    for (const { name } of columns.filter(({ type }) => type === 'VARCHAR' || type === 'JSON')) {
      const found = await connection.runAndReadAll(
        `SELECT _cf_source, _cf_row FROM (${select}) WHERE contains(CAST(${identifier(name)} AS VARCHAR), chr(0)) LIMIT 1`,
      );
      const [place] = found.getRows();
      if (place !== undefined) return nulInText(name, String(place[0]), String(place[1]), error);
    }
  }
  return error;
}

function nulInText(column: string, source: string, row: string, cause: unknown): CasparianError {
  return new CasparianError('LOAD_FAILED', `A text in column '${column}' contains the character NUL`, {
    why: `PostgreSQL cannot store it. The first one is in row ${row} of ${source}. Nothing was loaded.`,
    next: ['Correct the file or the parser, process it again, then load again.'],
    cause,
  });
}
