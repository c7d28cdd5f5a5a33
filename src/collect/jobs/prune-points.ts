import { sql } from 'kysely';
import { queryBuilder, type TenantDatabase, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { pruneResponses, type PruneCounts } from '../points/prune-responses.js';
import type { CollectSchema } from '../schema/tables.js';
import { requestValuation } from './collect-job.js';
import type { Retention } from './runtime.js';

const POINTS_PER_TRANSACTION = 1_000;

/** Removes what is older than its time. Points first: the responses that they came from are then free. */
export async function pruneCollected(
  database: TenantDatabase,
  { responsesMs, pointsMs }: Retention,
  debounceMs: number,
): Promise<Partial<PruneCounts> & { readonly points: number }> {
  const points = pointsMs === undefined ? 0 : await prunePoints(database, pointsMs, debounceMs);
  return { points, ...(responsesMs === undefined ? {} : await pruneResponses(database, responsesMs)) };
}

/** Removes prices that were observed and last reported so long ago. Their intakes are valued again. */
async function prunePoints(database: TenantDatabase, olderThanMs: number, debounceMs: number): Promise<number> {
  for (let total = 0; ;) {
    const removed = await database.transaction((tx) => pruneSome(tx, Math.round(olderThanMs), debounceMs));
    total += removed;
    if (removed < POINTS_PER_TRANSACTION) return total;
  }
}

async function pruneSome(tx: TenantTransaction, olderThanMs: number, debounceMs: number): Promise<number> {
  const { rows } = await sql<{ intake_id: string }>`DELETE FROM cf_price_points WHERE tenant = ${tx.tenant}
    AND (intake_id, source_id, dedupe_key) IN (SELECT intake_id, source_id, dedupe_key FROM cf_price_points
      WHERE tenant = ${tx.tenant} AND observed_at <= cf_now() - ${olderThanMs} AND last_seen_at <= cf_now() - ${olderThanMs}
      LIMIT ${sql.lit(POINTS_PER_TRANSACTION)})
    RETURNING intake_id`.execute(queryBuilder<CollectSchema>(tx));
  if (rows.length === 0) return 0;
  // In one order, so that two transactions do not wait for each other.
  const intakes = [...new Set(rows.map(({ intake_id }) => intake_id))].sort();
  for (const id of intakes) await requestValuation(tx, id, debounceMs);
  await recordEvent(tx, {
    ...{ eventType: 'collect.pruned', aggregateType: 'collect', aggregateId: tx.tenant },
    payload: { points: rows.length, older_than_ms: olderThanMs },
  });
  return rows.length;
}
