import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import type { CollectSchema, ValuationsTable } from '../schema/tables.js';

/** A valuation as it is stored. `body` is the whole of it. */
export type NewValuation = Omit<ValuationsTable, 'tenant' | 'intake_id' | 'version' | 'valued_at'>;

/**
 * Stores the valuation of an intake. The previous one goes to the history; the same inputs change nothing. Returns the version, or
 * undefined if nothing changed.
 */
export async function storeValuation(
  tx: TenantTransaction,
  intakeId: string,
  valuation: NewValuation,
): Promise<number | undefined> {
  const builder = queryBuilder<CollectSchema>(tx);
  const current = await findValuation(tx, intakeId);
  if (current?.inputs_hash === valuation.inputs_hash && current.algorithm === valuation.algorithm) return undefined;
  if (current) {
    const old = { ...current };
    await builder.insertInto('cf_valuation_history').values(old).execute();
  }
  const version = (current?.version ?? 0) + 1;
  const values = { ...valuation, version, valued_at: sql<number>`cf_now()` };
  await builder
    .insertInto('cf_valuations')
    .values({ tenant: tx.tenant, intake_id: intakeId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant', 'intake_id']).doUpdateSet(values))
    .execute();
  return version;
}

export async function findValuation(database: TenantExecutor, intakeId: string): Promise<ValuationsTable | undefined> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_valuations')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('intake_id', '=', intakeId)
    .executeTakeFirst();
}

/** Earlier valuations, newest first. */
export async function valuationHistory(
  database: TenantExecutor,
  intakeId: string,
  limit: number,
): Promise<ValuationsTable[]> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_valuation_history')
    .selectAll()
    .where('tenant', '=', database.tenant)
    .where('intake_id', '=', intakeId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}
