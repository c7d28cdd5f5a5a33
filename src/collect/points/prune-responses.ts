import { type RawBuilder, sql } from 'kysely';
import { queryBuilder, type TenantDatabase } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { CollectSchema } from '../schema/tables.js';

export interface PruneCounts {
  readonly responses: number;
  readonly quarantined: number;
  readonly cached: number;
  readonly bodies: number;
}

const ROWS_PER_STATEMENT = 1_000;
/** A body is stored before its response. A transaction that takes longer than this would lose it. */
const NEW_BODY_MS = 3_600_000;

/**
 * Removes responses of this age that no price point came from, quarantined rows of this age, expired entries of the HTTP cache, and bodies that
 * nothing refers to any more. Pages of one collection are removed together.
 */
export async function pruneResponses(database: TenantDatabase, olderThanMs: number): Promise<PruneCounts> {
  const { tenant } = database;
  const before = sql<number>`cf_now() - ${Math.round(olderThanMs)}`;
  const counts = {
    responses: await inBatches(database, 'cf_source_responses', 'id', [
      sql`old.fetched_at <= ${before}`,
      sql`NOT EXISTS (SELECT 1 FROM cf_source_responses page JOIN cf_price_points point ON point.response_id = page.id
        WHERE page.fetch_id = old.fetch_id)`,
      sql`NOT EXISTS (SELECT 1 FROM cf_source_responses page WHERE page.fetch_id = old.fetch_id AND page.fetched_at > ${before})`,
    ]),
    quarantined: await inBatches(database, 'cf_source_quarantine', 'id', [sql`old.created_at <= ${before}`]),
    cached: await removeExpired(database),
    bodies: await inBatches(database, 'cf_source_bodies', 'hash', [
      sql`old.created_at <= cf_now() - ${Math.min(NEW_BODY_MS, Math.round(olderThanMs))}`,
      sql`NOT EXISTS (SELECT 1 FROM cf_source_responses used WHERE used.tenant = old.tenant AND used.body_hash = old.hash)`,
      sql`NOT EXISTS (SELECT 1 FROM cf_source_cache used WHERE used.tenant = old.tenant AND used.body_hash = old.hash)`,
    ]),
  };
  if (Object.values(counts).some((count) => count > 0)) {
    await database.transaction((tx) =>
      recordEvent(tx, {
        ...{ eventType: 'collect.pruned', aggregateType: 'collect', aggregateId: tenant },
        payload: { ...counts, older_than_ms: Math.round(olderThanMs) },
      }),
    );
  }
  return counts;
}

async function inBatches(
  database: TenantDatabase,
  table: 'cf_source_responses' | 'cf_source_quarantine' | 'cf_source_bodies',
  key: string,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number> {
  for (let total = 0; ;) {
    const rows = await sql`DELETE FROM ${sql.table(table)} AS old WHERE old.tenant = ${database.tenant}
      AND old.${sql.ref(key)} IN (SELECT old.${sql.ref(key)} FROM ${sql.table(table)} AS old WHERE old.tenant = ${database.tenant}
        AND ${sql.join(conditions, sql` AND `)} LIMIT ${sql.lit(ROWS_PER_STATEMENT)})
      AND ${sql.join(conditions, sql` AND `)}
      RETURNING ${sql.ref(key)}`.execute(queryBuilder<CollectSchema>(database));
    total += rows.rows.length;
    if (rows.rows.length < ROWS_PER_STATEMENT) return total;
  }
}

async function removeExpired(database: TenantDatabase): Promise<number> {
  const rows = await queryBuilder<CollectSchema>(database)
    .deleteFrom('cf_source_cache')
    .where('tenant', '=', database.tenant)
    .where('keep_until', '<=', sql<number>`cf_now()`)
    .returning('cache_key')
    .execute();
  return rows.length;
}
