import { sql } from 'kysely';
import { jsonRows, queryBuilder, type TransactionScope } from '../database/index.js';
import type { EngineSchema } from './schema/tables.js';

/** The payloads of those of the jobs that have this type, by id. */
export async function payloadsOf(
  tx: TransactionScope,
  type: string,
  ids: readonly string[],
): Promise<Map<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_jobs')
    .select(['id', 'payload'])
    .where('id', 'in', ids)
    .where('type', '=', type)
    .execute();
  return new Map(rows.map(({ id, payload }) => [id, JSON.parse(payload) as unknown]));
}

/** Changes what jobs will do when they run again. For jobs that were retried in the same transaction. */
export async function replacePayloads(tx: TransactionScope, payloads: ReadonlyMap<string, object>): Promise<void> {
  if (payloads.size === 0) return;
  const rows = [...payloads].map(([id, payload]) => [id, JSON.stringify(payload)]);
  const [id, payload] = tx.dialect === 'sqlite' ? ['before', 'text'] : ['before::uuid', 'text::json'];
  await sql`
    UPDATE cf_jobs SET payload = ${sql.raw(payload)}
    FROM (SELECT value ->> 0 AS before, value ->> 1 AS text FROM ${jsonRows(tx.dialect, rows)}) AS renewed
    WHERE cf_jobs.id = ${sql.raw(id)}`.execute(queryBuilder<EngineSchema>(tx));
}
