import { AsyncLocalStorage } from 'node:async_hooks';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { CasparianError, errorMessage, makeFolder } from '../../platform/index.js';
import type { DatabaseContract, Row, TransactionScope } from '../database.js';
import { transactionOver } from '../transaction-over.js';

export type SqliteConnection = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement<unknown[]>;

export interface SqliteOptions {
  /** FULL syncs every commit to the disk, so acknowledged means durable even through a power cut. */
  synchronous?: 'FULL' | 'NORMAL';
  /** How long a write may wait for other processes in all before it gives up. */
  busyLimitMs?: number;
}

/** One lock wait inside SQLite blocks this process's event loop, so it is kept short and repeated from outside. */
const BLOCKING_WAIT_MS = 50;
const DEFAULT_BUSY_LIMIT_MS = 60_000;
/** More than this in one commit gains nothing, and holds the write lock from other processes. */
const MAX_OPERATIONS_PER_COMMIT = 1_000;
const MAX_CACHED_STATEMENTS = 500;

interface PendingWrite {
  operation: (connection: SqliteConnection) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A SQLite file in WAL mode. Writes that arrive in the same tick share one commit (and one sync to the disk); each is
 * acknowledged after that commit. Reads use a second connection and never see an uncommitted write.
 */
export class SqliteDatabase implements DatabaseContract {
  readonly dialect = 'sqlite';
  readonly label: string;
  readonly path: string;
  private readonly writer: SqliteConnection;
  private readonly reader: SqliteConnection;
  private readonly busyLimitMs: number;
  private readonly statements = new WeakMap<SqliteConnection, Map<string, SqliteStatement>>();
  private readonly connections = new WeakMap<
    TransactionScope,
    { connection: SqliteConnection; transaction: { open: boolean } }
  >();
  /** Set for everything that is called from inside the work of a transaction, however deep. */
  private readonly callersTransaction = new AsyncLocalStorage<{ open: boolean }>();
  private pending: PendingWrite[] = [];
  private flushScheduled = false;
  /** Set while the write connection is in use across ticks: by a transaction, or by a flush that waits for a lock. */
  private occupied = false;
  private waiting: (() => void)[] = [];
  private closing: Promise<void> | undefined;

  private constructor(path: string, writer: SqliteConnection, reader: SqliteConnection, options: SqliteOptions) {
    this.path = path;
    this.label = `sqlite:${path}`;
    this.writer = writer;
    this.reader = reader;
    this.busyLimitMs = options.busyLimitMs ?? DEFAULT_BUSY_LIMIT_MS;
  }

  static async open(path: string, options: SqliteOptions = {}): Promise<SqliteDatabase> {
    const limit = options.busyLimitMs ?? DEFAULT_BUSY_LIMIT_MS;
    return whileBusy(limit, () => {
      const writer = openConnection(path, options);
      const reader = openConnection(path, options);
      return new SqliteDatabase(path, writer, reader, options);
    });
  }

  /** Runs a synchronous operation inside a commit it shares with its neighbours. It must only touch the database. */
  write<T>(operation: (connection: SqliteConnection) => T): Promise<T> {
    if (this.callersTransaction.getStore()?.open) return Promise.reject(waitsForItself());
    return new Promise<T>((resolve, reject) => {
      this.pending.push({ operation, resolve: resolve as (value: unknown) => void, reject });
      this.scheduleFlush();
    });
  }

  read<T>(operation: (connection: SqliteConnection) => T): T {
    return translateErrors(() => operation(this.reader));
  }

  /** The prepared statement for this text, kept for the next call. */
  prepare(connection: SqliteConnection, sql: string): SqliteStatement {
    let cache = this.statements.get(connection);
    if (!cache) this.statements.set(connection, (cache = new Map<string, SqliteStatement>()));
    let statement = cache.get(sql);
    if (!statement) {
      if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
      cache.set(sql, (statement = connection.prepare<unknown[]>(sql)));
    }
    return statement;
  }

  async query<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const readonly = this.read((connection) => this.prepare(connection, sql).readonly);
    if (readonly) return this.read((connection) => this.run<R>(connection, sql, params));
    return this.write((connection) => this.run<R>(connection, sql, params));
  }

  async script(sql: string): Promise<void> {
    await this.write((connection) => connection.exec(sql));
  }

  /** Changes whenever another process has committed. Our own commits do not count: they are on this connection. */
  dataVersion(): number {
    return this.writer.pragma('data_version', { simple: true }) as number;
  }

  async transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    if (this.callersTransaction.getStore()?.open) throw waitsForItself();
    await this.occupy();
    const mark = { open: true };
    try {
      await whileBusy(this.busyLimitMs, () => this.writer.exec('BEGIN IMMEDIATE'));
      try {
        const result = await this.callersTransaction.run(mark, () => work(this.scope(this.writer, mark)));
        translateErrors(() => this.writer.exec('COMMIT'));
        return result;
      } catch (error) {
        this.rollback();
        throw error;
      }
    } finally {
      mark.open = false;
      this.vacate();
    }
  }

  /** Statements on a connection that is in a transaction: our own, or the caller's, which our writes then join. */
  scope(connection: SqliteConnection, transaction = { open: true }): TransactionScope {
    const run = <T>(work: () => T): Promise<T> =>
      Promise.resolve().then(() => {
        if (!transaction.open) throw transactionOver();
        return translateErrors(work);
      });
    const scope: TransactionScope = {
      dialect: 'sqlite',
      inTransaction: true,
      query: <R extends object>(sql: string, params: readonly unknown[] = []) =>
        run(() => this.run<R>(connection, sql, params)),
      script: (sql) => run(() => void connection.exec(sql)),
    };
    this.connections.set(scope, { connection, transaction });
    return scope;
  }

  /** Runs the synchronous statements of the job store inside an open transaction. */
  within<T>(scope: TransactionScope, operation: (connection: SqliteConnection) => T): T {
    const known = this.connections.get(scope);
    if (!known) throw new Error('this transaction belongs to another database');
    if (!known.transaction.open) throw transactionOver();
    return translateErrors(() => operation(known.connection));
  }

  /** What was asked for before is still written; what comes after is refused. */
  close(): Promise<void> {
    return (this.closing ??= this.closeOnce());
  }

  private async closeOnce(): Promise<void> {
    await this.write(() => undefined).catch(() => undefined);
    await this.occupy();
    this.reader.close();
    this.writer.close();
    this.vacate();
  }

  private run<R extends object>(connection: SqliteConnection, sql: string, params: readonly unknown[]): R[] {
    const statement = this.prepare(connection, sql);
    const bound = params.map(bindable);
    if (statement.reader) return statement.all(...bound) as R[];
    statement.run(...bound);
    return [];
  }

  private scheduleFlush(): void {
    if (this.flushScheduled || this.occupied) return;
    this.flushScheduled = true;
    // setImmediate, not a microtask: it lets every caller of this tick join the commit.
    setImmediate(() => {
      this.flushScheduled = false;
      if (!this.occupied) this.flush();
    });
  }

  private flush(): void {
    const batch = this.pending.splice(0, MAX_OPERATIONS_PER_COMMIT);
    if (batch.length === 0) return;
    try {
      this.commit(batch);
    } catch (error) {
      if (isBusy(error)) void this.flushLater(batch);
      else if (batch.length === 1) batch[0]?.reject(translated(error));
      else this.commitOneByOne(batch);
    }
    if (this.pending.length > 0) this.scheduleFlush();
  }

  private commit(batch: PendingWrite[]): void {
    this.writer.exec('BEGIN IMMEDIATE');
    let results: unknown[];
    try {
      results = batch.map((write) => write.operation(this.writer));
      this.writer.exec('COMMIT');
    } catch (error) {
      this.rollback();
      throw error;
    }
    batch.forEach((write, index) => write.resolve(results[index]));
  }

  /** One write of a shared commit was refused; alone, each finds out for itself whether it was the one. */
  private commitOneByOne(batch: PendingWrite[]): void {
    for (const [index, write] of batch.entries()) {
      try {
        this.commit([write]);
      } catch (error) {
        if (isBusy(error)) return void this.flushLater(batch.slice(index));
        write.reject(translated(error));
      }
    }
  }

  /** Another process holds the write lock for long. Wait outside SQLite, so that timers and handlers go on. */
  private async flushLater(batch: PendingWrite[]): Promise<void> {
    this.occupied = true;
    try {
      await whileBusy(this.busyLimitMs, () => this.commit(batch));
    } catch (error) {
      const locked = error instanceof CasparianError && error.code === 'DATABASE_BUSY';
      if (locked || batch.length === 1) for (const write of batch) write.reject(error);
      else await this.commitOneByOneLater(batch);
    } finally {
      this.vacate();
    }
  }

  private async commitOneByOneLater(batch: PendingWrite[]): Promise<void> {
    for (const write of batch) await whileBusy(this.busyLimitMs, () => this.commit([write])).catch(write.reject);
  }

  private async occupy(): Promise<void> {
    while (this.occupied) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.occupied = true;
  }

  private vacate(): void {
    this.occupied = false;
    // Writes that waited go first: transactions that follow each other closely would keep them out for good.
    this.flush();
    if (!this.isOccupied()) this.waiting.shift()?.();
  }

  /** A question rather than the field, since a flush in between may have changed it. */
  private isOccupied(): boolean {
    return this.occupied;
  }

  private rollback(): void {
    // SQLite rolls back by itself after some errors (disk full, for one).
    if (this.writer.inTransaction) this.writer.exec('ROLLBACK');
  }
}

function openConnection(path: string, options: SqliteOptions): SqliteConnection {
  const connection = translateErrors(() => {
    makeFolder(dirname(path));
    return new BetterSqlite3(path, { timeout: BLOCKING_WAIT_MS });
  });
  try {
    // For a new file only. Twice the default saves a tenth of a transition, since a batch of jobs fills fewer pages.
    connection.pragma('page_size = 8192');
    // Switching the mode needs the file for itself, so it is done only when it is not done already.
    if (connection.pragma('journal_mode', { simple: true }) !== 'wal') connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${options.synchronous ?? 'FULL'}`);
    connection.pragma('foreign_keys = ON');
    // Up to 32 MB of pages: with the default 2 MB a claim read most of its pages again.
    connection.pragma('cache_size = -32000');
    // The database's clock. The same name is a SQL function in PostgreSQL, so shared statements can call it.
    connection.function('cf_now', { deterministic: false }, () => Date.now());
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Without this the two would wait for each other for ever: the write for the transaction, and that for the write. */
function waitsForItself(): CasparianError {
  return new CasparianError('TRANSACTION_OPEN', 'A write from inside a transaction did not join it', {
    why: 'SQLite has one writer, and the transaction that is open around this call is it.',
    next: ['Use the transaction you were given: tx.query(…), or enqueue(job, payload, { transaction: tx }).'],
  });
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined ? null : value;
}

export function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** Repeats until the lock is free, with pauses that differ between processes so that they do not collide again. */
async function whileBusy<T>(limitMs: number, attempt: () => T): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw translated(error);
    }
    await sleep(2 + Math.random() * 20);
  }
}

function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (error instanceof CasparianError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isBusy(error)) {
    return new CasparianError('DATABASE_BUSY', 'The SQLite database stayed locked by another process', {
      why: errorMessage(error),
      next: ['Look for a process that keeps a transaction open on the file, then try again.'],
      cause: error,
    });
  }
  if (/^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY|FULL|IOERR)|^E[A-Z]+$/.test(code)) {
    return new CasparianError('DATABASE_UNAVAILABLE', 'The SQLite database cannot be used', {
      why: errorMessage(error),
      next: ['Check that the path is a SQLite file, that its folder is writable, and that the disk is not full.'],
      cause: error,
    });
  }
  if (!code.startsWith('SQLITE_')) return error;
  return new CasparianError('DATABASE_ERROR', errorMessage(error), { why: `SQLite said ${code}.`, cause: error });
}
