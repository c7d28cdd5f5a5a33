import { createHash } from 'node:crypto';
import { queryBuilder, shareName, type TenantTransaction } from '../../../database/index.js';
import { type EngineSchema, enqueueWithin, type JobDeclaration } from '../../../engine/index.js';
import type { ChangedDataset } from '../../../pipeline/index.js';
import type { CopyPayload } from './copy-jobs.js';

/**
 * Requests a job that brings a copy of a dataset up to date, in the transaction that changes the dataset. One pending job is enough
 * for any number of changes: before it reads the dataset, it waits for the transactions that share its lock. So a transaction that
 * sees a pending job relies on it, and one that sees none, or one that has started, enqueues the next.
 */
export async function requestCopy(
  tx: TenantTransaction,
  job: JobDeclaration<CopyPayload>,
  payload: CopyPayload,
  delayMs: number,
): Promise<void> {
  const lock = copyLock(tx.tenant, job.type, payload);
  await shareName(tx, lock);
  const specHash = createHash('sha256').update(lock).digest('hex');
  const newest = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_jobs')
    .select(['id', 'status'])
    .where('spec_hash', '=', specHash)
    .where('tenant', '=', tx.tenant)
    .where('type', '=', job.type)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.status === 'pending') return;
  // Of transactions that see the same newest job, one enqueues the next.
  const idempotencyKey = `after ${newest?.id ?? specHash}`;
  await enqueueWithin(tx.scope, job, [{ payload, options: { tenant: tx.tenant, delayMs, specHash, idempotencyKey } }]);
}

/** The name of the lock between the changes of a dataset and the jobs that copy it. */
export function copyLock(tenant: string, type: string, { parser, output }: ChangedDataset): string {
  return JSON.stringify([type, tenant, parser, output]);
}
