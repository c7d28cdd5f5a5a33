import { AsyncLocalStorage } from 'node:async_hooks';
import { CasparianError } from '../../platform/index.js';
import type { DatabaseContract, Row, TransactionScope } from '../database.js';
import { transactionOver } from '../transaction-over.js';
import { openConnection } from './sqlite/connection.js';
import { isConnection, type SqliteConnection, type SqliteStatement } from './sqlite/driver.js';
import { sqliteResult, translated, translateErrors, whileBusy } from './sqlite/errors.js';
import { PreparedStatements } from './sqlite/statements.js';
import { SqliteWriter, type Synchronous } from './sqlite/writer.js';

export interface SqliteOptions {
  /** FULL syncs every commit to disk, so acknowledged writes survive a power failure. */
  synchronous?: Synchronous;
  /** The total time that a write may wait for other processes. */
  busyLimitMs?: number;
}

const DEFAULT_BUSY_LIMIT_MS = 60_000;
const MAX_KNOWN_WRITES = 500;

/** Whether a transaction is still open. Later statements are refused. */
interface TransactionMark {
  open: boolean;
}

/** A transaction around a call, and the one around that, of another database. */
interface CallersTransaction {
  readonly database: SqliteDatabase;
  readonly transaction: TransactionMark;
  readonly outer: CallersTransaction | undefined;
}

/**
 * Set for all calls from inside a transaction, at any depth. One for all databases: at every promise, Node copies the value of each
 * storage that was ever used, also of those whose database is closed.
 */
const CALLERS_TRANSACTION = new AsyncLocalStorage<CallersTransaction>();

/** Transactions of all databases: the storage is in use while there is one. */
let openTransactions = 0;

/** Which database a transaction belongs to, and its connection. */
const SCOPES = new WeakMap<
  TransactionScope,
  { database: SqliteDatabase; connection: SqliteConnection; transaction: TransactionMark }
>();

/** A SQLite file in WAL mode: one connection that writes, and one that reads and never sees an uncommitted write. */
export class SqliteDatabase implements DatabaseContract {
  readonly dialect = 'sqlite';
  readonly label: string;
  readonly path: string;
  private readonly writer: SqliteWriter;
  private readonly reader: SqliteConnection;
  private readonly statements = new PreparedStatements();
  /** Statements that the reader refused. */
  private readonly writes = new Set<string>();
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
      reader.exec('PRAGMA query_only = ON');
      return new SqliteDatabase(path, new SqliteWriter(writer, { busyLimitMs, synchronous }), reader);
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** Runs a synchronous operation inside a commit that it shares with others. It must only use the database. */
  write<T>(operation: (connection: SqliteConnection) => T): Promise<T> {
    if (this.isInTransaction()) return Promise.reject(waitsForItself());
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
    return (this.writes.has(sql) ? undefined : this.tryReading(sql, run)) ?? this.write(run);
  }

  async queryRelaxed<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    if (this.isInTransaction()) throw waitsForItself();
    const run = (connection: SqliteConnection): R[] => this.statements.run<R>(connection, sql, params);
    return this.writer.write(run, { isRelaxed: true });
  }

  /** SQLite itself decides whether a statement writes: the reader then refuses it, before it has done anything. */
  private tryReading<T>(sql: string, run: (connection: SqliteConnection) => T): T | undefined {
    try {
      return run(this.reader);
    } catch (error) {
      if (sqliteResult(error) !== 'SQLITE_READONLY') throw translated(error);
    }
    if (this.writes.size >= MAX_KNOWN_WRITES) this.writes.clear();
    this.writes.add(sql);
    return undefined;
  }

  async script(sql: string): Promise<void> {
    await this.write((connection) => connection.exec(sql));
  }

  /** Changes when another process has committed. Our own commits do not count: they use this connection. */
  dataVersion(): number {
    const row = this.prepare(this.writer.connection, 'PRAGMA data_version').get();
    return (row as { data_version: number }).data_version;
  }

  /** Copies the database into a new file, in one read transaction. */
  copyInto(file: string): void {
    this.read((connection) => {
      connection.exec('PRAGMA query_only = OFF');
      try {
        connection.prepare('VACUUM INTO ?').run(file);
      } finally {
        connection.exec('PRAGMA query_only = ON');
      }
    });
  }

  async transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    if (this.isInTransaction()) throw waitsForItself();
    const transaction = { open: true };
    const callers = { database: this, transaction, outer: innermostOpen(CALLERS_TRANSACTION.getStore()) };
    return this.writer.transaction(async () => {
      openTransactions++;
      try {
        return await CALLERS_TRANSACTION.run(callers, () => work(this.scopeOn(this.writer.connection, transaction)));
      } finally {
        transaction.open = false;
        // While a storage is in use, Node 20 and 22 run a hook for each promise: 6 % of the CPU time of `process`.
        if (--openTransactions === 0) CALLERS_TRANSACTION.disable();
      }
    });
  }

  /** Whether the call comes from inside a transaction of this database. */
  private isInTransaction(): boolean {
    let caller = innermostOpen(CALLERS_TRANSACTION.getStore());
    while (caller !== undefined && caller.database !== this) caller = innermostOpen(caller.outer);
    return caller !== undefined;
  }

  /** The caller's transaction, which our writes then join. */
  scope(connection: SqliteConnection): TransactionScope {
    if (!isConnection(connection)) throw foreignConnection();
    return this.scopeOn(connection, { open: true });
  }

  private scopeOn(connection: SqliteConnection, transaction: TransactionMark): TransactionScope {
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
      script: (sql) => run(() => connection.exec(sql)),
    };
    SCOPES.set(scope, { database: this, connection, transaction });
    return scope;
  }

  /** The database that a transaction belongs to, for callers that have only the transaction. */
  static of(scope: TransactionScope): SqliteDatabase {
    const known = SCOPES.get(scope);
    if (!known) throw new Error('this is not a transaction of a SQLite database');
    return known.database;
  }

  /** Runs the synchronous statements of the job store inside an open transaction. */
  within<T>(scope: TransactionScope, operation: (connection: SqliteConnection) => T): T {
    const known = SCOPES.get(scope);
    if (known?.database !== this) throw new Error('this transaction belongs to another database');
    if (!known.transaction.open) throw transactionOver();
    return translateErrors(() => operation(known.connection));
  }

  /** Earlier writes are still committed; later ones are refused. */
  close(): Promise<void> {
    return (this.closing ??= this.writer.close().finally(() => this.reader.close()));
  }
}

/** Closed ones are left out, so that they are not kept in memory by what was started inside them. */
function innermostOpen(caller: CallersTransaction | undefined): CallersTransaction | undefined {
  let open = caller;
  while (open !== undefined && !open.transaction.open) open = open.outer;
  return open;
}

/** Otherwise, the write and the transaction around it would wait for each other. */
function waitsForItself(): CasparianError {
  return new CasparianError('TRANSACTION_OPEN', 'A write from inside a transaction did not join it', {
    why: 'SQLite has one writer, which the open transaction around this call uses.',
    next: ['Use the transaction you were given: tx.query(…), or enqueue(job, payload, { transaction: tx }).'],
  });
}

function foreignConnection(): CasparianError {
  return new CasparianError('TRANSACTION_FOREIGN', 'The transaction is of another SQLite library', {
    why: 'Two SQLite libraries in one process do not see the locks of each other, so commits would be lost.',
    next: [
      'Open the connection with connectSqlite() of casparian/engine, or with node:sqlite from Node 22.16 on.',
      'Or use engine.transaction() for both writes.',
    ],
  });
}
