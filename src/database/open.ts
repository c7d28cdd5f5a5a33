import type { Database } from './database.js';
import { PostgresDatabase, type PostgresOptions } from './databases/postgres.js';
import { SqliteDatabase, type SqliteOptions } from './databases/sqlite.js';
import { parseDatabaseUrl } from './url.js';

export type DatabaseOptions = SqliteOptions & PostgresOptions;

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const address = parseDatabaseUrl(url);
  if (address.dialect === 'sqlite') return SqliteDatabase.open(address.path, options);
  return new PostgresDatabase(address.url, options);
}
