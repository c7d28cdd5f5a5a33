import { inject } from 'vitest';
import { MIGRATED_TEMPLATE } from './migrated-template.js';
import { createDatabase } from './postgres.js';

/** The URL of an empty database on the run's PostgreSQL, for one test file or one test. */
export async function freshDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'));
}

/** Like freshDatabase, with the tables of all modules. A copy takes a third of the time of the migrations. */
export async function migratedDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'), { template: MIGRATED_TEMPLATE });
}
