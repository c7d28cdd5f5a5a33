import type { TenantTransaction } from '../../database/index.js';
import { enqueueWithin } from '../../engine/index.js';
import { VALUE_JOB } from './job-types.js';

/** Values an item again, for today and with the prices and rates as they are. Returns the id of the job. */
export async function requestValuation(tx: TenantTransaction, intakeId: string): Promise<string> {
  const [receipt] = await enqueueWithin(tx.scope, VALUE_JOB, [
    { payload: { intake_id: intakeId }, options: { tenant: tx.tenant } },
  ]);
  if (receipt === undefined) throw new Error('a job that was enqueued has a receipt');
  return receipt.id;
}
