import type { Database, TransactionScope } from '../../../src/database/index.js';
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
  const failing = async <T>(run: () => Promise<T>): Promise<T> => {
    const fails = ++statements === fault.statement;
    if (fails && fault.when === 'before') throw connectionBroke();
    const answer = await run();
    if (fails) throw connectionBroke();
    return answer;
  };
  try {
    await database.transaction((tx) =>
      work({
        dialect: tx.dialect,
        inTransaction: true,
        query: (sql, params) => failing(() => tx.query(sql, params)),
        script: (sql) => failing(() => tx.script(sql)),
      }),
    );
    return { statements, failed: false };
  } catch (error) {
    if (statements < fault.statement) throw error;
    return { statements, failed: true };
  }
}

function connectionBroke(): CasparianError {
  return new CasparianError('DATABASE_UNAVAILABLE', 'the connection broke');
}
