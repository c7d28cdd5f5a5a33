import type { TransactionScope } from '../../database/index.js';

export type Result<T> = { answer: T } | { error: unknown };

/** Runs part of a transaction. If it fails, only its own writes are rolled back. */
export async function inSavepoint<T>(
  tx: TransactionScope,
  work: (tx: TransactionScope) => Promise<T>,
): Promise<Result<T>> {
  await tx.script('SAVEPOINT work');
  try {
    const answer = await work(tx);
    await tx.script('RELEASE work');
    return { answer };
  } catch (error) {
    // If the database has rolled back everything by itself (for example on a full disk), the whole transaction has
    // failed.
    await tx.script('ROLLBACK TO work; RELEASE work').catch(() => {
      throw error;
    });
    return { error };
  }
}
