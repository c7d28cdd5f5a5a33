import { setImmediate } from 'node:timers/promises';
import type { SqliteDatabase, TransactionScope } from '../../../database/index.js';
import { inSavepoint, type Result } from '../savepoint.js';

type Work<T> = (tx: TransactionScope) => Promise<T>;

interface WorkOptions {
  /** Whether it may be run again after its writes were rolled back, because another work of the group failed. */
  readonly isRepeatable?: boolean;
}

interface Waiting {
  work: Work<unknown>;
  isRepeatable: boolean;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** More in one commit is hardly faster, and delays the first of them. */
const MAX_WORKS_PER_COMMIT = 50;

/**
 * Group commit for work of several statements. A failure rolls back only its own writes; all are acknowledged after their shared
 * commit. Groups of repeatable work are run without savepoints, for which SQLite copies every page that changes into a temporary file:
 * three quarters of the writes of `process`. If one fails, all are run again, each in a savepoint.
 */
export class GroupedTransactions {
  private readonly database: SqliteDatabase;
  private waiting: Waiting[] = [];
  private committing = false;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  add<T>(work: Work<T>, { isRepeatable = false }: WorkOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, isRepeatable, resolve: resolve as (answer: unknown) => void, reject });
      void this.commitAll();
    });
  }

  private async commitAll(): Promise<void> {
    if (this.committing) return;
    this.committing = true;
    // Jobs that end together get here a few promises apart.
    await setImmediate();
    while (this.waiting.length > 0) await this.commitNext();
    this.committing = false;
  }

  private async commitNext(): Promise<void> {
    let group: Waiting[] = [];
    try {
      const results = await this.commit(() => {
        // Taken only now: more have arrived while the writer was busy.
        group = this.waiting.splice(0, MAX_WORKS_PER_COMMIT);
        return group;
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

  private async commit(take: () => readonly Waiting[]): Promise<Result<unknown>[]> {
    let failedTogether: readonly Waiting[] = [];
    try {
      return await this.database.transaction(async (tx) => {
        const group = take();
        if (!canShareOutcome(group)) return runApart(tx, group);
        try {
          return await runTogether(tx, group);
        } catch (error) {
          failedTogether = group;
          throw error;
        }
      });
    } catch (error) {
      if (failedTogether.length < 2) throw error;
      return this.database.transaction((tx) => runApart(tx, failedTogether));
    }
  }
}

function canShareOutcome(group: readonly Waiting[]): boolean {
  return group.length === 1 || group.every(({ isRepeatable }) => isRepeatable);
}

async function runTogether(tx: TransactionScope, group: readonly Waiting[]): Promise<Result<unknown>[]> {
  const done: Result<unknown>[] = [];
  for (const { work } of group) done.push({ answer: await work(tx) });
  return done;
}

async function runApart(tx: TransactionScope, group: readonly Waiting[]): Promise<Result<unknown>[]> {
  const done: Result<unknown>[] = [];
  for (const { work } of group) done.push(await inSavepoint(tx, work));
  return done;
}
