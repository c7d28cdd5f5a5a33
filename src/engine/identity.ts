import type { Executor } from '../database/index.js';

/** The identity of a database. It is created with the schema, kept by backups, and moves with the jobs. */
export async function databaseIdentity(database: Executor): Promise<string> {
  const [row] = await database.query<{ id: string }>('SELECT id FROM cf_identity');
  return row?.id ?? '';
}
