import type { TenantTransaction } from '../../database/index.js';
import { enqueueWithin, type EnqueueOptions, type JobDeclaration } from '../../engine/index.js';

/** Enqueues a job in the caller's transaction, for its tenant. Returns the id, of the existing job if the key is taken. */
export async function enqueueJob<Input, Output>(
  tx: TenantTransaction,
  job: JobDeclaration<Input, Output>,
  payload: Input,
  options: Pick<EnqueueOptions, 'idempotencyKey' | 'priority'> = {},
): Promise<string> {
  const [receipt] = await enqueueWithin(tx.scope, job, [{ payload, options: { ...options, tenant: tx.tenant } }]);
  if (receipt === undefined) throw new Error('an enqueue returns a receipt for each job');
  return receipt.id;
}
