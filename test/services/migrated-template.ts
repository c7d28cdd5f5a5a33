import { openEngine } from '../../src/engine/index.js';
import { MODULE_SCHEMA_LINES } from '../../src/operations/database/open-database.js';
import type { PostgresServer } from './postgres.js';

export const MIGRATED_TEMPLATE = 'migrated_template';

/** Makes the database that migratedDatabase copies. */
export async function createMigratedTemplate(server: PostgresServer): Promise<void> {
  const database = await server.createDatabase(MIGRATED_TEMPLATE);
  const engine = await openEngine({ database, migrate: true, schemaLines: MODULE_SCHEMA_LINES });
  await engine.close();
}
