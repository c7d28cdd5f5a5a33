import { queryBuilder } from '../../../src/database/index.js';
import type { Executor } from '../../../src/database/index.js';
import type { EngineSchema, JobsTable } from '../../../src/engine/schema/tables.js';

/** The job's row as it is, JSON columns as text. */
export async function rowOf(database: Executor, id: string): Promise<JobsTable> {
  return queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function allRows(database: Executor): Promise<JobsTable[]> {
  return queryBuilder<EngineSchema>(database).selectFrom('cf_jobs').selectAll().orderBy('id').execute();
}

/** A hand-typed UPDATE of one job. */
export async function updateRow(database: Executor, id: string, values: Partial<JobsTable>): Promise<void> {
  await queryBuilder<EngineSchema>(database).updateTable('cf_jobs').set(values).where('id', '=', id).execute();
}
