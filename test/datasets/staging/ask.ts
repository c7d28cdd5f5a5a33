import { type QueryRequest, textOfRows, withQuery } from '../../../src/datasets/sql.js';
import type { OutputsPlace } from './outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

export type Asked = Omit<QueryRequest, 'database' | 'folder' | 'sql'>;

/** The rows of a statement as `--format json` prints them, read back. */
export async function ask(place: OutputsPlace, sql: string, options: Asked = {}): Promise<Record<string, unknown>[]> {
  return JSON.parse(await askText(place, sql, 'json', options)) as Record<string, unknown>[];
}

export function askText(
  { engine, folder }: OutputsPlace,
  sql: string,
  format: 'csv' | 'json' | 'ndjson',
  options: Asked = {},
): Promise<string> {
  return withQuery({ database: rowsOfTenant(engine), folder, sql, ...options }, async (query) => {
    let text = '';
    for await (const part of textOfRows(await query.rows(), format)) text += part;
    return text;
  });
}
