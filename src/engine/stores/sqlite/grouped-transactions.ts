import type { SqliteDatabase, TransactionScope } from '../../../database/index.js';

type Work = (tx: TransactionScope) => Promise<boolean>;

interface Waiting {
  work: Work;
  resolve: (accepted: boolean) => void;
  reject: (error: unknown) => void;
}

type Answer = { accepted: boolean } | { error: unknown };

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

  add(work: Work): Promise<boolean> {
    return new Promise<boolean>((resolve, reject) => {
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
    let group: Waiting[] = [];
    try {
      const answers = await this.database.transaction(async (tx) => {
        // Taken now and not before: more have come while the writer was busy.
        group = this.waiting.splice(0, MAX_WORKS_PER_COMMIT);
        const done: Answer[] = [];
        for (const { work } of group) done.push(await inSavepoint(tx, work));
        return done;
      });
      answers.forEach((answer, index) => {
        if ('error' in answer) group[index]?.reject(answer.error);
        else group[index]?.resolve(answer.accepted);
      });
    } catch (error) {
      // The writer could not be had, or the commit failed: then nothing of the group is written.
      const failed = group.length > 0 ? group : this.waiting.splice(0);
      for (const { reject } of failed) reject(error);
    }
  }
}

async function inSavepoint(tx: TransactionScope, work: Work): Promise<Answer> {
  await tx.script('SAVEPOINT work');
  try {
    const accepted = await work(tx);
    await tx.script('RELEASE work');
    return { accepted };
  } catch (error) {
    // When SQLite has rolled back everything by itself (a full disk, for one), the whole group has failed, of this error.
    await tx.script('ROLLBACK TO work; RELEASE work').catch(() => {
      throw error;
    });
    return { error };
  }
}
