import { vi } from 'vitest';
import type { Database, SqliteDatabase, TransactionScope } from '../../../src/database/index.js';
import { CasparianError } from '../../../src/platform/index.js';

export interface Fault {
  /** Which statement of the work fails, counted from 1. */
  readonly statement: number;
  /** Before the database has executed it, or after it has, while only the answer is lost. */
  readonly when: 'before' | 'after';
}

/** Runs work in a transaction whose connection breaks at one statement. Returns how many statements were reached. */
export async function withFault(
  database: Database,
  fault: Fault,
  work: (tx: TransactionScope) => Promise<unknown>,
): Promise<{ statements: number; failed: boolean }> {
  let statements = 0;
  const failing = <T>(run: () => T): T => {
    const fails = ++statements === fault.statement;
    if (fails && fault.when === 'before') throw connectionBroke();
    const answer = run();
    if (!fails) return answer;
    // Fails after the statement, whether it is synchronous or not.
    if (answer instanceof Promise) return answer.then(() => Promise.reject(connectionBroke())) as T;
    throw connectionBroke();
  };
  const restore = database.dialect === 'sqlite' ? watchPrepared(database, failing) : undefined;
  try {
    await database.transaction((tx) => {
      const original = { ...tx };
      // In place: SQLite knows its transactions by their objects.
      Object.assign(tx, {
        query: async (sql: string, params?: unknown[]) => failing(() => original.query(sql, params)),
        script: async (sql: string) => failing(() => original.script(sql)),
      });
      return work(tx);
    });
    return { statements, failed: false };
  } catch (error) {
    if (statements < fault.statement) throw error;
    return { statements, failed: true };
  } finally {
    restore?.();
  }
}

/** Statements that a store prepares and runs itself, without a query of the transaction. */
function watchPrepared(database: SqliteDatabase, failing: <T>(run: () => T) => T): () => void {
  const prepare = database.prepare.bind(database);
  const watched = vi.spyOn(database, 'prepare');
  watched.mockImplementation((connection, sql) => {
    const statement = prepare(connection, sql);
    return {
      all: (...parameters) => failing(() => statement.all(...parameters)),
      get: (...parameters) => failing(() => statement.get(...parameters)),
      run: (...parameters) => failing(() => statement.run(...parameters)),
      setReturnArrays: (enabled) => statement.setReturnArrays(enabled),
    };
  });
  return () => watched.mockRestore();
}

function connectionBroke(): CasparianError {
  return new CasparianError('DATABASE_UNAVAILABLE', 'the connection broke');
}
