import type { SqliteDatabase, TransactionScope } from '../../../database/index.js';
import { inSavepoint, type Result } from '../savepoint.js';

type Work<T> = (tx: TransactionScope) => Promise<T>;

interface Waiting {
  work: Work<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** More in one commit is hardly faster, and delays the first of them. */
const MAX_WORKS_PER_COMMIT = 50;

/**
 * Group commit for work of several statements. Each has a savepoint, so a failure rolls back only its own writes; all
 * are acknowledged after their shared commit. Work that arrives alone has its own transaction and needs no savepoint, for
 * which SQLite would copy every page that changes into a temporary file.
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
        // Taken only now: more have arrived while the writer was busy.
        group = this.waiting.splice(0, MAX_WORKS_PER_COMMIT);
        const [alone, ...others] = group;
        if (alone !== undefined && others.length === 0) return [{ answer: await alone.work(tx) }];
        const done: Result<unknown>[] = [];
        for (const { work } of group) done.push(await inSavepoint(tx, work));
        return done;
      });
      results.forEach((result, index) => {
        if ('error' in result) group[index]?.reject(result.error);
        else group[index]?.resolve(result.answer);
      });
    } catch (error) {
      // The writer was not available, the commit failed, or the only work did: nothing of the group was written.
      const failed = group.length > 0 ? group : this.waiting.splice(0);
      for (const { reject } of failed) reject(error);
    }
  }
}
