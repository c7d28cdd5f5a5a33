import type { SqliteDatabase, TransactionScope } from '../../../database/index.js';
import { inSavepoint, type Result } from '../savepoint.js';

type Work<T> = (tx: TransactionScope) => Promise<T>;

interface Waiting {
  work: Work<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** More in one commit gains little, and keeps the first of them waiting. */
const MAX_WORKS_PER_COMMIT = 50;

/**
 * Group commit for works that take several statements. Each has a savepoint, so one that fails takes back its own writes and
 * no others; all are acknowledged after the commit they share. A work that comes alone has a transaction to itself.
 */
export class GroupedTransactions {
  private readonly database: SqliteDatabase;
  private waiting: Waiting[] = [];
  private committing = false;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  add<T>(work: Work<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (answer: unknown) => void, reject });
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
    let group: Waiting[] = [];
    try {
      const results = await this.database.transaction(async (tx) => {
        // Taken now and not before: more have come while the writer was busy.
        group = this.waiting.splice(0, MAX_WORKS_PER_COMMIT);
        const done: Result<unknown>[] = [];
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
