import { AsyncLocalStorage } from 'node:async_hooks';
import { CasparianError } from '../../platform/index.js';
import type { DatabaseContract, Row, TransactionScope } from '../database.js';
import { transactionOver } from '../transaction-over.js';
import { openConnection, type SqliteConnection, type SqliteStatement } from './sqlite/connection.js';
import { translateErrors, whileBusy } from './sqlite/errors.js';
import { PreparedStatements } from './sqlite/statements.js';
import { SqliteWriter } from './sqlite/writer.js';

export interface SqliteOptions {
  /** FULL syncs every commit to disk, so acknowledged writes survive a power failure. */
  synchronous?: 'FULL' | 'NORMAL';
  /** The total time that a write may wait for other processes. */
  busyLimitMs?: number;
}

const DEFAULT_BUSY_LIMIT_MS = 60_000;

/** Whether a transaction is still open. Later statements are refused. */
interface TransactionMark {
  open: boolean;
}

/** A SQLite file in WAL mode: one connection that writes, and one that reads and never sees an uncommitted write. */
export class SqliteDatabase implements DatabaseContract {
  readonly dialect = 'sqlite';
  readonly label: string;
  readonly path: string;
  private readonly writer: SqliteWriter;
  private readonly reader: SqliteConnection;
  private readonly statements = new PreparedStatements();
  private readonly scopes = new WeakMap<
    TransactionScope,
    { connection: SqliteConnection; transaction: TransactionMark }
  >();
  /** Set for all calls from inside a transaction, at any depth. */
  private readonly callersTransaction = new AsyncLocalStorage<TransactionMark>();
  private closing: Promise<void> | undefined;

  private constructor(path: string, writer: SqliteWriter, reader: SqliteConnection) {
    this.path = path;
    this.label = `sqlite:${path}`;
    this.writer = writer;
    this.reader = reader;
  }

  static async open(path: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
    const { synchronous = 'FULL', busyLimitMs = DEFAULT_BUSY_LIMIT_MS } = options;
    const writer = await whileBusy(busyLimitMs, () => openConnection(path, synchronous));
    try {
      const reader = await whileBusy(busyLimitMs, () => openConnection(path, synchronous));
      return new SqliteDatabase(path, new SqliteWriter(writer, busyLimitMs), reader);
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** Runs a synchronous operation inside a commit that it shares with others. It must only use the database. */
  write<T>(operation: (connection: SqliteConnection) => T): Promise<T> {
    if (this.callersTransaction.getStore()?.open) return Promise.reject(waitsForItself());
    return this.writer.write(operation);
  }

  read<T>(operation: (connection: SqliteConnection) => T): T {
    return translateErrors(() => operation(this.reader));
  }

  /** The cached prepared statement for this text. */
  prepare(connection: SqliteConnection, sql: string): SqliteStatement {
    return this.statements.of(connection, sql);
  }

  async query<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const run = (connection: SqliteConnection): R[] => this.statements.run<R>(connection, sql, params);
    const readonly = this.read((connection) => this.prepare(connection, sql).readonly);
    return readonly ? this.read(run) : this.write(run);
  }

  async script(sql: string): Promise<void> {
    await this.write((connection) => connection.exec(sql));
  }

  /** Changes when another process has committed. Our own commits do not count: they use this connection. */
  dataVersion(): number {
    return this.writer.connection.pragma('data_version', { simple: true }) as number;
  }

  async transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    if (this.callersTransaction.getStore()?.open) throw waitsForItself();
    const mark = { open: true };
    return this.writer.transaction(async () => {
      try {
        return await this.callersTransaction.run(mark, () => work(this.scope(this.writer.connection, mark)));
      } finally {
        mark.open = false;
      }
    });
  }

  /** Statements on a connection that is in a transaction: ours, or the caller's, which our writes then join. */
  scope(connection: SqliteConnection, transaction: TransactionMark = { open: true }): TransactionScope {
    const run = <T>(work: () => T): Promise<T> =>
      Promise.resolve().then(() => {
        if (!transaction.open) throw transactionOver();
        return translateErrors(work);
      });
    const scope: TransactionScope = {
      dialect: 'sqlite',
      inTransaction: true,
      query: <R extends object>(sql: string, params: readonly unknown[] = []) =>
        run(() => this.statements.run<R>(connection, sql, params)),
      script: (sql) => run(() => void connection.exec(sql)),
    };
    this.scopes.set(scope, { connection, transaction });
    return scope;
  }

  /** Runs the synchronous statements of the job store inside an open transaction. */
  within<T>(scope: TransactionScope, operation: (connection: SqliteConnection) => T): T {
    const known = this.scopes.get(scope);
    if (!known) throw new Error('this transaction belongs to another database');
    if (!known.transaction.open) throw transactionOver();
    return translateErrors(() => operation(known.connection));
  }

  /** Earlier writes are still committed; later ones are refused. */
  close(): Promise<void> {
    return (this.closing ??= this.writer.close().finally(() => this.reader.close()));
  }
}

/** Otherwise, the write and the transaction around it would wait for each other. */
function waitsForItself(): CasparianError {
  return new CasparianError('TRANSACTION_OPEN', 'A write from inside a transaction did not join it', {
    why: 'SQLite has one writer, which the open transaction around this call uses.',
    next: ['Use the transaction you were given: tx.query(…), or enqueue(job, payload, { transaction: tx }).'],
  });
}
