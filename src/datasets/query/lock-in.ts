import type { DuckDBConnection } from '@duckdb/node-api';
import { patternOf, textList } from '../duckdb/sql-text.js';

/**
 * From here on, nothing on this connection opens any other file than these, loads an extension, attaches a database or takes
 * these very settings back.
 */
export async function lockIn(connection: DuckDBConnection, places: readonly string[]): Promise<void> {
  // Both what is asked for and what is found is looked up among them.
  const paths = new Set(places.flatMap((place) => [place, patternOf(place)]));
  await connection.run(`SET allowed_paths = ${textList(paths)}`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}
