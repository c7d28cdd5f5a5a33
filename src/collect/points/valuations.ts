import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, type TenantTransaction } from '../../database/index.js';
import type { CollectSchema, ValuationsTable } from '../schema/tables.js';

/** A valuation as it is stored. `body` is the whole of it. */
export type NewValuation = Omit<ValuationsTable, 'tenant' | 'intake_id' | 'version' | 'valued_at'>;

/**
 * Stores valuations of intakes. Previous ones go to the history; the same inputs change nothing. Returns the versions of those that
 * changed.
 */
export async function storeValuations(
  tx: TenantTransaction,
  given: ReadonlyMap<string, NewValuation>,
): Promise<ReadonlyMap<string, number>> {
  if (given.size === 0) return new Map();
  const builder = queryBuilder<CollectSchema>(tx);
  const rows = await builder
    .selectFrom('cf_valuations')
    .selectAll()
    .where('tenant', '=', tx.tenant)
    .where('intake_id', 'in', [...given.keys()])
    .execute();
  const current = new Map(rows.map((row) => [row.intake_id, row]));
  const changed = [...given].filter(([intakeId, { inputs_hash, algorithm }]) => {
    const before = current.get(intakeId);
    return before?.inputs_hash !== inputs_hash || before.algorithm !== algorithm;
  });
  const outdated = changed.flatMap(([intakeId]) => current.get(intakeId) ?? []);
  if (outdated.length > 0) await builder.insertInto('cf_valuation_history').values(outdated).execute();
  const versionOf = (intakeId: string): number => (current.get(intakeId)?.version ?? 0) + 1;
  if (changed.length > 0) {
    await builder
      .insertInto('cf_valuations')
      .values(
        changed.map(([intakeId, valuation]) => ({
          ...{ tenant: tx.tenant, intake_id: intakeId, ...valuation },
          ...{ version: versionOf(intakeId), valued_at: sql<number>`cf_now()` },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'intake_id'])
          .doUpdateSet((is) => Object.fromEntries(REPLACED.map((name) => [name, is.ref(`excluded.${name}`)]))),
      )
      .execute();
  }
  return new Map(changed.map(([intakeId]) => [intakeId, versionOf(intakeId)]));
}

const REPLACED = [
  ...(['inputs_hash', 'algorithm', 'value_cents', 'low_cents', 'high_cents', 'currency', 'n', 'confidence'] as const),
  ...(['body', 'version', 'valued_at'] as const),
] as const;

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
