import pg from 'pg';
import { inject } from 'vitest';
import { openEngine } from '../../src/engine/index.js';
import { MODULE_SCHEMA_LINES } from '../../src/operations/database/open-database.js';
import { createDatabase } from './postgres.js';

const TEMPLATE = 'migrated_template';
/** Any number that nothing else locks. */
const LOCK = 7_301;

let template: Promise<void> | undefined;

/** The URL of a database with the empty tables of all modules. A copy takes a third of the time of the migrations. */
export async function migratedDatabase(): Promise<string> {
  const serverUrl = inject('postgresUrl');
  await (template ??= createTemplate(serverUrl));
  return createDatabase(serverUrl, { template: TEMPLATE });
}

/** Several test processes share the server, and the first one that comes makes the template. */
async function createTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Held until the connection ends.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount !== 0) return;
    const database = await createDatabase(serverUrl, { name: `${TEMPLATE}_unfinished` });
    const engine = await openEngine({ database, migrate: true, schemaLines: MODULE_SCHEMA_LINES });
    await engine.close();
    await client.query(`ALTER DATABASE ${TEMPLATE}_unfinished RENAME TO ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}
