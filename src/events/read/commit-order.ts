import type { Executor } from '../../database/index.js';

/** A moment of PostgreSQL: every transaction before `oldest` is over; every later one gets a number from `next` on. */
export interface Moment {
  readonly oldest: bigint;
  readonly next: bigint;
}

export async function currentMoment(database: Executor): Promise<Moment> {
  const [row] = await database.query<{ oldest: string; next: string }>(
    `SELECT pg_snapshot_xmin(now)::text AS oldest, pg_snapshot_xmax(now)::text AS next
     FROM (SELECT pg_current_snapshot() AS now) AS snapshot`,
  );
  if (!row) throw new Error('a SELECT of a constant always returns one row');
  return { oldest: BigInt(row.oldest), next: BigInt(row.next) };
}

/** Of all tenants: positions are shared. */
export async function lastPosition(database: Executor): Promise<number> {
  const [row] = await database.query<{ last: number | null }>('SELECT max(position) AS last FROM cf_events');
  return row?.last ?? 0;
}
