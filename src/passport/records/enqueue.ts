import type { TenantTransaction } from '../../database/index.js';
import { type EnqueueEntry, enqueueWithin, type EnqueueOptions, type JobDeclaration } from '../../engine/index.js';
import { only } from './only.js';

type Options = Pick<EnqueueOptions, 'idempotencyKey' | 'priority'>;

/** Enqueues a job in the caller's transaction, for its tenant. Returns the id, of the existing job if the key is taken. */
export function enqueueJob<Input, Output>(
  tx: TenantTransaction,
  job: JobDeclaration<Input, Output>,
  payload: Input,
  options: Options = {},
): Promise<string> {
  return only(enqueueEach(tx, job, [{ payload, options }]));
}

/** The same for several jobs, with one statement. */
export async function enqueueEach<Input, Output>(
  tx: TenantTransaction,
  job: JobDeclaration<Input, Output>,
  entries: readonly (EnqueueEntry<Input> & { readonly options: Options })[],
): Promise<string[]> {
  const { tenant } = tx;
  const receipts = await enqueueWithin(
    tx.scope,
    job,
    entries.map(({ payload, options }) => ({ payload, options: { ...options, tenant } })),
  );
  return receipts.map(({ id }) => id);
}
