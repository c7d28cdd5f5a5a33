import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

export interface OpenDuckDb {
  readonly connection: DuckDBConnection;
  readonly close: () => Promise<void>;
}

/**
 * An empty in-memory database that never downloads extensions. Data that does not fit into memory goes to a temporary
 * folder, instead of DuckDB's default `.tmp` in the working directory.
 */
export async function openDuckDb(): Promise<OpenDuckDb> {
  const overflow = join(tmpdir(), `casparian-duckdb-${randomUUID()}`);
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: overflow,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  // Every time that casparian prints is UTC; this also makes text casts the same on every machine.
  await connection.run("SET TimeZone = 'UTC'");
  return {
    connection,
    close: async () => {
      connection.closeSync();
      instance.closeSync();
      await rm(overflow, { recursive: true, force: true });
    },
  };
}
