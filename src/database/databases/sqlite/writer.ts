import { CasparianError } from '../../../platform/index.js';
import { disconnectWriter, type SqliteConnection } from './driver.js';
import { isBusy, translated, translateErrors, whileBusy } from './errors.js';

/** FULL syncs every commit to disk. NORMAL syncs some of them; the file stays consistent. */
export type Synchronous = 'FULL' | 'NORMAL';

/** More in one commit is not faster, and blocks other processes. */
const MAX_OPERATIONS_PER_COMMIT = 1_000;

/**
 * After this many commits, the log is written back as soon as the writer is idle. Single jobs write about four pages per commit, so this is the
 * thousand pages after which SQLite does it by itself: inside a commit, which then waits for it.
 */
const COMMITS_BEFORE_WRITE_BACK = 250;
/** The writer is idle if nothing was written for this long. */
const IDLE_MS = 2;

interface PendingWrite {
  operation: (connection: SqliteConnection) => unknown;
  /** Whether it need not be on disk when it is acknowledged. */
  isRelaxed: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * The one write connection of a process. Short writes of the same tick share a commit (and its sync to disk), and each
 * is acknowledged after that commit. A transaction has the connection to itself; writes wait for its end.
 */
export class SqliteWriter {
  readonly connection: SqliteConnection;
  private readonly busyLimitMs: number;
  /** As the connection was opened. */
  private readonly synchronous: Synchronous;
  private currentSynchronous: Synchronous;
  private pending: PendingWrite[] = [];
  private flushScheduled = false;
  /** Set while the connection is in use across ticks: by a transaction, or by a flush that waits for a lock. */
  private occupied = false;
  private waiting: (() => void)[] = [];
  /** Since the log was last written back. */
  private commits = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(connection: SqliteConnection, options: { busyLimitMs: number; synchronous: Synchronous }) {
    this.connection = connection;
    this.busyLimitMs = options.busyLimitMs;
    this.synchronous = this.currentSynchronous = options.synchronous;
  }

  /** Runs a synchronous operation inside a commit that it shares with others. It must only use the database. */
  write<T>(operation: (connection: SqliteConnection) => T, { isRelaxed = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.pending.push({ operation, isRelaxed, resolve: resolve as (value: unknown) => void, reject });
      this.scheduleFlush();
    });
  }

  /** Commits when the work resolves, rolls back when it throws. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.occupy();
    try {
      this.synchronize(this.synchronous);
      await whileBusy(this.busyLimitMs, () => this.connection.exec('BEGIN IMMEDIATE'));
      try {
        const result = await work();
        translateErrors(() => this.connection.exec('COMMIT'));
        this.planWriteBack();
        return result;
      } catch (error) {
        this.rollback();
        throw error;
      }
    } finally {
      this.vacate();
    }
  }

  /** Earlier writes are still committed; later ones are refused. */
  async close(): Promise<void> {
    await this.write(() => undefined).catch(() => undefined);
    await this.occupy();
    clearTimeout(this.idleTimer);
    disconnectWriter(this.connection);
    this.vacate();
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
    this.synchronize(batch.every((write) => write.isRelaxed) ? 'NORMAL' : this.synchronous);
    this.connection.exec('BEGIN IMMEDIATE');
    let results: unknown[];
    try {
      results = batch.map((write) => write.operation(this.connection));
      this.connection.exec('COMMIT');
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.planWriteBack();
    batch.forEach((write, index) => write.resolve(results[index]));
  }

  /** One write of a shared commit failed: each is committed alone. */
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

  /** Another process holds the write lock for long. Wait outside SQLite, so that timers and handlers can run. */
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
    // Waiting writes go first: otherwise, consecutive transactions would block them forever.
    this.flush();
    if (!this.isOccupied()) this.waiting.shift()?.();
  }

  /** A method, because the compiler does not see that a flush may have changed the field. */
  private isOccupied(): boolean {
    return this.occupied;
  }

  /** In WAL mode, NORMAL commits without a sync. The next commit with FULL syncs the earlier ones, too. */
  private synchronize(wanted: Synchronous): void {
    if (wanted === this.currentSynchronous) return;
    this.connection.exec(`PRAGMA synchronous = ${wanted}`);
    this.currentSynchronous = wanted;
  }

  private planWriteBack(): void {
    if (++this.commits < COMMITS_BEFORE_WRITE_BACK) return;
    if (this.idleTimer) this.idleTimer.refresh();
    else this.idleTimer = setTimeout(() => this.writeBack(), IDLE_MS).unref();
  }

  /** Skipped while the connection is in use: its next commit plans again. */
  private writeBack(): void {
    this.idleTimer = undefined;
    if (this.occupied || this.flushScheduled) return;
    this.commits = 0;
    try {
      this.connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The log stays as it is. What prevents this, such as a full disk, also fails the next commit, which reports it.
    }
  }

  private rollback(): void {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
  }
}
