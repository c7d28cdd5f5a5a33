import { type Executor, queryBuilder } from '../../database/index.js';
import type { EventsSchema } from '../schema/tables.js';

// What the check of the whole database asks. It serves the administrator of the database, so it sees all tenants; nothing here
// returns the content of an event.

/** Events that are not linked to the one before, found by the database itself: no hash is recomputed. */
export async function brokenChains(
  database: Executor,
  maxExamples: number,
): Promise<{ count: number; examples: string[] }> {
  const broken = `FROM cf_events AS event LEFT JOIN cf_events AS before ON before.tenant = event.tenant
      AND before.aggregate_type = event.aggregate_type AND before.aggregate_id = event.aggregate_id
      AND before.aggregate_version = event.aggregate_version - 1
    WHERE (event.aggregate_version > 1 AND before.event_hash IS NULL)
      OR coalesce(before.event_hash, '') <> coalesce(event.prev_event_hash, '')`;
  const [row] = await database.query<{ count: number }>(`SELECT count(*) AS count ${broken}`);
  const count = row?.count ?? 0;
  if (count === 0) return { count, examples: [] };
  const examples = await database.query<{ name: string }>(
    `SELECT event.aggregate_type || '/' || event.aggregate_id || ' v' || event.aggregate_version AS name ${broken}
     ORDER BY 1 LIMIT ${maxExamples}`,
  );
  return { count, examples: examples.map(({ name }) => name) };
}

/** The tenants that have events. */
export async function eventTenants(database: Executor): Promise<string[]> {
  const rows = await queryBuilder<EventsSchema>(database)
    .selectFrom('cf_events')
    .select('tenant')
    .union(queryBuilder<EventsSchema>(database).selectFrom('cf_event_heads').select('tenant'))
    .orderBy('tenant')
    .execute();
  return rows.map(({ tenant }) => tenant);
}
