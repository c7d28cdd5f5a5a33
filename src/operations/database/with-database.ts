import { dirname } from 'node:path';
import { type Database, migrate, openDatabase, parseDatabaseUrl, schemaState } from '../../database/index.js';
import { CasparianError, errorMessage, makeFolder } from '../../platform/index.js';
import { SCHEMA_LINES } from './schema-lines.js';

/** A database, and the home folder that is created together with a SQLite database inside it. */
export interface DatabaseLocation {
  readonly url: string;
  readonly home: string;
}

/** Opens a database whatever state its schema is in, and closes it after the work. */
export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  prepareHome(location);
  const database = await openDatabase(location.url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Migrates a SQLite database that is new or outdated, as every command does when it opens one. */
export async function migrateIfSqlite(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  const { state } = await schemaState(database, SCHEMA_LINES);
  if (state === 'outdated') await migrate(database, SCHEMA_LINES);
}

/** Creates the home if the database is inside it. Payloads may be private, so only the owner may enter it. */
export function prepareHome({ home, url }: DatabaseLocation): void {
  const address = parseDatabaseUrl(url);
  if (address.dialect !== 'sqlite' || dirname(address.path) !== home) return;
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw new CasparianError('CONFIG_INVALID', `The home ${home} cannot be created`, {
      why: errorMessage(error),
      next: ['Choose a folder you may write to, with --home or CASPARIAN_HOME.'],
      cause: error,
    });
  }
}
