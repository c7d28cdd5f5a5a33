import { inject } from 'vitest';
import { createDatabase } from './postgres.js';

/** The URL of an empty database on the run's PostgreSQL, for one test file or one test. */
export async function freshDatabase(): Promise<string> {
  return createDatabase(inject('postgresUrl'));
}
