import type { DuckDBConnection } from '@duckdb/node-api';
import { patternOf, textList } from '../duckdb/sql-text.js';

/** After this, the connection cannot open other files, load extensions, attach databases or change these settings. */
export async function lockIn(connection: DuckDBConnection, places: readonly string[]): Promise<void> {
  // DuckDB checks both the requested path and the found one.
  const paths = new Set(places.flatMap((place) => [place, patternOf(place)]));
  await connection.run(`SET allowed_paths = ${textList(paths)}`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}
