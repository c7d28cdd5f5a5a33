import type { TransactionScope } from './database.js';

/** Distinguishes these advisory locks from those of other programs; it has no other meaning. */
const NAME_LOCK = 1_936_287_846;

/**
 * Makes other transactions that lock the same name wait until this one ends: what it reads from here on is still true when it
 * commits. SQLite has one writer, so nothing can change there anyway.
 */
export async function lockName(tx: Pick<TransactionScope, 'dialect' | 'query'>, name: string): Promise<void> {
  if (tx.dialect === 'postgres') await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [NAME_LOCK, name]);
}

/** Like `lockName`, but transactions that share the lock do not wait for each other. */
export async function shareName(tx: Pick<TransactionScope, 'dialect' | 'query'>, name: string): Promise<void> {
  if (tx.dialect !== 'postgres') return;
  await tx.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', [NAME_LOCK, name]);
}
