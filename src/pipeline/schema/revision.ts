import type { TenantTransaction } from '../../database/index.js';

/**
 * Records a change of parsers, subscriptions or rules, in the transaction that makes it, so that the next plan checks
 * every file again. It waits for a running planner, because both write the same row.
 */
export async function bumpRevision(tx: TenantTransaction): Promise<void> {
  await writeRevision(tx, 'cf_routing.revision + 1');
}

/** Returns the revision and locks it: other planners and changes of routes wait for the end of this transaction. */
export async function lockRevision(tx: TenantTransaction): Promise<number> {
  return writeRevision(tx, 'cf_routing.revision');
}

/** A tenant's row is created when it is first needed. */
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
