import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import type { EngineSchema } from '../schema/tables.js';

export interface LimitName {
  tenant: string;
  key: string;
}

/** SQLite has no lists of pairs, so each limit is a condition. */
export function isOneOf(
  eb: ExpressionBuilder<EngineSchema, 'cf_limits'> | ExpressionBuilder<EngineSchema, 'cf_limit_slots'>,
  names: readonly LimitName[],
): ExpressionWrapper<EngineSchema, never, SqlBool> {
  const builder = eb as ExpressionBuilder<EngineSchema, 'cf_limits'>;
  return builder.or(
    names.map(({ tenant, key }) => builder.and([builder('tenant', '=', tenant), builder('key', '=', key)])),
  );
}

/** The slot of a job counts while it runs under the same fence. The column names are unique to the slots. */
export const SLOT_COUNTS = sql<boolean>`(expires_at > cf_now() OR EXISTS (
  SELECT 1 FROM cf_jobs WHERE cf_jobs.id = cf_limit_slots.job_id AND cf_jobs.fence = cf_limit_slots.fence
    AND cf_jobs.status = 'running'))`;

/** How many slots of each limit are held, by tenant and key. */
export async function countSlots(tx: Executor, names: readonly LimitName[]): Promise<(LimitName & { held: number })[]> {
  const rows = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_limit_slots')
    .select(['tenant', 'key', sql<number>`count(*)`.as('held')])
    .where((eb) => isOneOf(eb, names))
    .where(SLOT_COUNTS)
    .groupBy(['tenant', 'key'])
    .execute();
  return rows.map((row) => ({ ...row, held: Number(row.held) }));
}
