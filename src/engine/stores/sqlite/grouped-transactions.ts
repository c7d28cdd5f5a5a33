import type { SqliteDatabase, TransactionScope } from '../../../database/index.js';

type Work<T> = (tx: TransactionScope) => Promise<T>;

interface Waiting<T> {
  work: Work<T>;
  resolve: (answer: T) => void;
  reject: (error: unknown) => void;
}

type Result<T> = { answer: T } | { error: unknown };

/** More in one commit gains little, and keeps the first of them waiting. */
const MAX_WORKS_PER_COMMIT = 50;

/**
 * Group commit for works that take several statements. Each has a savepoint, so one that fails takes back its own writes and
 * no others; all are acknowledged after the commit they share. A work that comes alone has a transaction to itself.
 */
export class GroupedTransactions<T> {
  private readonly database: SqliteDatabase;
  private waiting: Waiting<T>[] = [];
  private committing = false;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  add(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve, reject });
      void this.commitAll();
    });
  }

  private async commitAll(): Promise<void> {
    if (this.committing) return;
    this.committing = true;
    while (this.waiting.length > 0) await this.commitNext();
    this.committing = false;
  }

  private async commitNext(): Promise<void> {
    let group: Waiting<T>[] = [];
    try {
      const results = await this.database.transaction(async (tx) => {
        // Taken now and not before: more have come while the writer was busy.
        group = this.waiting.splice(0, MAX_WORKS_PER_COMMIT);
        const done: Result<T>[] = [];
        for (const { work } of group) done.push(await inSavepoint(tx, work));
        return done;
      });
      results.forEach((result, index) => {
        if ('error' in result) group[index]?.reject(result.error);
        else group[index]?.resolve(result.answer);
      });
    } catch (error) {
      // The writer could not be had, or the commit failed: then nothing of the group is written.
      const failed = group.length > 0 ? group : this.waiting.splice(0);
      for (const { reject } of failed) reject(error);
    }
  }
}

async function inSavepoint<T>(tx: TransactionScope, work: Work<T>): Promise<Result<T>> {
  await tx.script('SAVEPOINT work');
  try {
    const answer = await work(tx);
    await tx.script('RELEASE work');
    return { answer };
  } catch (error) {
    // When SQLite has rolled back everything by itself (a full disk, for one), the whole group has failed, of this error.
    await tx.script('ROLLBACK TO work; RELEASE work').catch(() => {
      throw error;
    });
    return { error };
  }
}
