import { dirname } from 'node:path';
import {
  type Database,
  migrate,
  type MigrationLine,
  openDatabase,
  parseDatabaseUrl,
  schemaState,
} from '../../database/index.js';
import { COLLECT_MIGRATIONS } from '../../collect/index.js';
import { type Engine, ENGINE_MIGRATIONS, type EngineOptions, openEngine } from '../../engine/index.js';
import { createJobEvents, EVENTS_MIGRATIONS, webhookInterests } from '../../events/index.js';
import { PASSPORT_MIGRATIONS } from '../../passport/index.js';
import { PIPELINE_MIGRATIONS } from '../../pipeline/index.js';
import { CasparianError, errorMessage, hint, type Logger, makeFolder } from '../../platform/index.js';
import { ACCESS_MIGRATIONS } from '../access/tables.js';
import { BULK_MIGRATIONS } from '../bulk/tables.js';

/** The migrations of the modules that use the engine. */
export const MODULE_SCHEMA_LINES: readonly MigrationLine[] = [
  EVENTS_MIGRATIONS,
  PIPELINE_MIGRATIONS,
  PASSPORT_MIGRATIONS,
  COLLECT_MIGRATIONS,
  ACCESS_MIGRATIONS,
  BULK_MIGRATIONS,
];

/** The migrations of all modules. */
export const SCHEMA_LINES: readonly MigrationLine[] = [ENGINE_MIGRATIONS, ...MODULE_SCHEMA_LINES];

/** A database, and the home folder that is created together with a SQLite database inside it. */
export interface DatabaseLocation {
  readonly url: string;
  readonly home: string;
}

export interface EngineLocation
  extends
    DatabaseLocation,
    Pick<EngineOptions, 'synchronous' | 'maxPayloadBytes' | 'rabbitmq' | 'listen' | 'poolSize'> {
  /** Patterns of job types whose endings become events. */
  readonly jobEvents?: readonly string[];
}

/** Opens the engine with the schema of every module. Creates a SQLite database, and its home, if they are missing. */
export async function openEngineAt(location: EngineLocation, logger: Logger): Promise<Engine> {
  prepareHome(location);
  const { url, home: _, jobEvents: jobTypes = [], ...options } = location;
  const { hook, isWanted, watch } = createJobEvents({ jobTypes, subscriptions: webhookInterests });
  const events = { transitionHook: hook, isHookWanted: isWanted };
  const engine = await openEngine({ ...options, ...events, database: url, schemaLines: MODULE_SCHEMA_LINES, logger });
  watch(engine.database);
  return engine;
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
function prepareHome({ home, url }: DatabaseLocation): void {
  const address = parseDatabaseUrl(url);
  if (address.dialect !== 'sqlite' || dirname(address.path) !== home) return;
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw new CasparianError('CONFIG_INVALID', `The home ${home} cannot be created`, {
      why: errorMessage(error),
      next: [hint('Choose a folder that you may write to, with {} or CASPARIAN_HOME.', { options: { home: 'DIR' } })],
      cause: error,
    });
  }
}
