import type { TenantTransaction } from '../tenant.js';

/**
 * Says that parsers, subscriptions or rules have changed, in the transaction that changes them: every file is looked at
 * again by the next plan. It also waits for a planner at work, since both write the same row.
 */
export async function bumpRevision(tx: TenantTransaction): Promise<void> {
  await writeRevision(tx, 'cf_routing.revision + 1');
}

/** Returns the revision and locks it: other planners and changes of routes wait for the end of this transaction. */
export async function lockRevision(tx: TenantTransaction): Promise<number> {
  return writeRevision(tx, 'cf_routing.revision');
}

/** A tenant's row is made when it is first needed. */
async function writeRevision(tx: TenantTransaction, revision: string): Promise<number> {
  const parameter = tx.dialect === 'sqlite' ? '?' : '$1';
  const [row] = await tx.query<{ revision: number }>(
    `INSERT INTO cf_routing (tenant, revision) VALUES (${parameter}, 1)
     ON CONFLICT (tenant) DO UPDATE SET revision = ${revision} RETURNING revision`,
    [tx.tenant],
  );
  if (!row) throw new Error('cf_routing was not written');
  return row.revision;
}
