import { type Engine, type EngineOptions, openEngine } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import { MODULE_SCHEMA_LINES } from './schema-lines.js';
import { type DatabaseLocation, prepareHome } from './with-database.js';

export interface EngineLocation
  extends DatabaseLocation, Pick<EngineOptions, 'synchronous' | 'maxPayloadBytes' | 'rabbitmq' | 'listen'> {}

/** Opens the engine with the schema of every module. Creates a SQLite database, and its home, if they are missing. */
export async function openEngineAt(location: EngineLocation, logger: Logger): Promise<Engine> {
  prepareHome(location);
  const { url, home: _, ...options } = location;
  return openEngine({ ...options, database: url, schemaLines: MODULE_SCHEMA_LINES, logger });
}
