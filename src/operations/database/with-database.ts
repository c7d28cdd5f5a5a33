import { type Database, migrate, openDatabase, schemaState } from '../../database/index.js';
import { prepareHome } from '../../app/configured/engine.js';
import { SCHEMA_LINES } from './schema-lines.js';
import type { Settings } from '../../settings/index.js';

/** Opens the configured database whatever state its schema is in, and closes it after the work. */
export async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  prepareHome(settings);
  const database = await openDatabase(settings.database_url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A SQLite database that is new or outdated is brought up to date, as every command does on opening it. */
export async function migrateIfSqlite(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  const { state } = await schemaState(database, SCHEMA_LINES);
  if (state === 'outdated') await migrate(database, SCHEMA_LINES);
}
