import type { Executor } from '../../database/index.js';

// The first number is ours among those who use advisory locks in this database; it has no meaning.
const LOCK = `SELECT pg_advisory_xact_lock(1936287844, hashtext(tenant))
  FROM (SELECT tenant FROM unnest($1::text[]) AS tenant ORDER BY hashtext(tenant)) AS ordered`;

/**
 * Until the transaction ends, nobody else submits for these tenants. Taken in one order by all, so that two batches do
 * not wait for each other. In SQLite a transaction has the only writer anyway.
 */
export async function lockTenants(tx: Executor, tenants: ReadonlySet<string>): Promise<void> {
  if (tx.dialect === 'postgres') await tx.query(LOCK, [[...tenants]]);
}
