import type { TransactionScope } from '../../database/index.js';

/**
 * Says that parsers, subscriptions or rules have changed, in the transaction that changes them: every file is looked at
 * again by the next plan. It also waits for a planner at work, since both write the same row.
 */
export async function bumpRevision(tx: TransactionScope): Promise<void> {
  await tx.query('UPDATE cf_routing SET revision = revision + 1');
}

/** The revision, and with it the turn to plan: whoever else plans or changes routes waits for this transaction's end. */
export async function lockRevision(tx: TransactionScope): Promise<number> {
  const [row] = await tx.query<{ revision: number }>('UPDATE cf_routing SET revision = revision RETURNING revision');
  if (!row) throw new Error('cf_routing has lost its row');
  return row.revision;
}
