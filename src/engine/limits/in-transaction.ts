import type { TenantDatabase, TenantTransaction } from '../../database/index.js';

/** Runs the work in the caller's transaction, or in a new one. */
export function inTransaction<T>(
  executor: TenantDatabase | TenantTransaction,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return 'inTransaction' in executor ? work(executor) : executor.transaction(work);
}
