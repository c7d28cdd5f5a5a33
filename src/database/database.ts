import type { SqliteDatabase } from './databases/sqlite.js';
import type { PostgresDatabase } from './databases/postgres.js';

export type Dialect = 'sqlite' | 'postgres';
export type Row = Record<string, unknown>;

/** Runs SQL: a database, or a transaction. */
export interface Executor {
  readonly dialect: Dialect;
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

export interface DatabaseContract extends Executor {
  /** The address with its password hidden. */
  readonly label: string;
  /** Commits when the work resolves, rolls back when it throws. */
  transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
