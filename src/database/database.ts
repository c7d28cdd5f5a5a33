import type { SqliteDatabase } from './databases/sqlite.js';
import type { PostgresDatabase } from './databases/postgres.js';

export type Dialect = 'sqlite' | 'postgres';
export type Row = Record<string, unknown>;

/** Runs SQL: a database, or a transaction. */
export interface Executor {
  readonly dialect: Dialect;
  /** Other processes are not notified of new work: they poll. */
  readonly isQuiet?: boolean;
  /** Runs one statement. Placeholders depend on the dialect: `?` in SQLite, `$1` in PostgreSQL. */
  query<R extends object = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** Runs several statements without parameters, as in migrations. */
  script(sql: string): Promise<void>;
}

export interface TransactionScope extends Executor {
  readonly inTransaction: true;
}

/**
 * One of the two databases. The hot statements of the job store use features of one of them (`write` in SQLite, `pool`
 * in PostgreSQL); all other code uses this type.
 */
export type Database = SqliteDatabase | PostgresDatabase;

/**
 * In a statement of `queryRelaxed` for PostgreSQL: its transaction does not wait for the disk. An expression rather than a
 * SET before it, which would need a transaction and two more round trips. The statement must use its value.
 */
export const RELAXED_COMMIT = `set_config('synchronous_commit', 'off', true)`;

export interface DatabaseContract extends Executor {
  /** The address with its password hidden. */
  readonly label: string;
  /**
   * Runs one write in its own commit, which need not be on disk when this returns. It survives the end of any process. A power
   * failure, or a crash of the PostgreSQL server, may lose it, with the writes of about a second. For state that is soon outdated.
   * On PostgreSQL, the statement contains RELAXED_COMMIT, and the server keeps its plan: it must not scan tables.
   */
  queryRelaxed<R extends object = Row>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** Commits when the work resolves, rolls back when it throws. */
  transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
