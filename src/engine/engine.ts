import { DEFAULT_MAX_PAYLOAD_BYTES } from './defaults.js';
import { EventEmitter } from 'node:events';
import {
  type Database,
  type DatabaseOptions,
  migrate,
  schemaState,
  type MigrationLine,
  openDatabase,
  PostgresDatabase,
  type PostgresQueryable,
  requireCurrentSchema,
  type SqliteConnection,
  SqliteDatabase,
  tenantDatabase,
  type TransactionScope,
} from '../database/index.js';
import { type Logger, silentLogger } from '../platform/index.js';
import type { Alongside } from './alongside.js';
import { changeJobs, type JobChange } from './bulk/change-jobs.js';
import { cancelJob } from './cancel.js';
import type { JobDeclaration } from './declare-job.js';
import { type EnqueueEntry, type EnqueueOptions, newJob, newJobs } from './enqueue.js';
import { findJobs, getJob, type JobFilter } from './find-jobs.js';
import { JOB_DEFAULTS, type JobRecord } from './job.js';
import { type Limiter, limiterOf } from './limits/limiter.js';
import { setQueueLimit } from './limits/queue-limits.js';
import type { QueueLimit } from './queue-limit.js';
import { pauseQueue, resumeQueue } from './queues.js';
import { retryJob } from './retry-job.js';
import { dismissTroubled, retryTroubled } from './triage.js';
import type { TroubleFilter } from './trouble-filter.js';
import { addSchedule, type CatchUp, type ScheduleRecord } from './schedules/schedules.js';
import { ENGINE_MIGRATIONS } from './schema/migrations.js';
import type { EnqueueReceipt, JobStore, NewJob } from './store.js';
import { PostgresJobStore } from './stores/postgres/index.js';
import { HookedJobStore } from './stores/hooked-store.js';
import { SqliteJobStore } from './stores/sqlite/index.js';
import type { TransitionHook } from './transitions.js';
import { inSendSpan, loadTracing } from './tracing/tracing.js';
import type { Trigger, WakeHint, WakeSignals } from './trigger.js';
import { type PostgresListenOptions, postgresListenTrigger } from './triggers/postgres-listen.js';
import { rabbitmqTrigger } from './triggers/rabbitmq.js';
import { RabbitmqAnnouncer } from './triggers/rabbitmq-announcer.js';
import type { RabbitmqOptions } from './triggers/rabbitmq-connection.js';
import { sqliteDataVersionTrigger } from './triggers/sqlite-data-version.js';

export interface EngineOptions extends DatabaseOptions {
  /** `postgres://…`, `sqlite:/path/file.db`, or a path that ends in .db or .sqlite. */
  database: string;
  /** Migrate a PostgreSQL schema on open. SQLite, which has one owner, is always migrated. */
  migrate?: boolean | undefined;
  /** The migrations of modules built on the engine, besides its own. */
  schemaLines?: readonly MigrationLine[] | undefined;
  maxPayloadBytes?: number | undefined;
  /** RabbitMQ as a trigger besides the database's own. */
  rabbitmq?: RabbitmqOptions | undefined;
  /**
   * How PostgreSQL's LISTEN connects and tests itself; set its url if the database is behind a pooler. With `false`, this process neither
   * listens nor notifies: workers poll.
   */
  listen?: Partial<PostgresListenOptions> | false | undefined;
  /**
   * Runs in the transaction of every transition to a final status that this engine makes: by a worker, a rescue, a cancel or a
   * dismissal. Every process that ends jobs must set the same hook.
   *
   * If it throws, nothing is committed. A worker then treats it like a failed effect: the attempt fails and is retried by
   * the job's policy. A rescue leaves the job for the next one. `cancel` and `dismissTroubled` reject with the error.
   */
  transitionHook?: TransitionHook | undefined;
  /** Asked for every batch of endings, so it must be cheap. While it returns false, the engine works as if it had no hook. */
  isHookWanted?: (() => boolean) | undefined;
  logger?: Logger | undefined;
}

/** The caller's own transaction: a connection of `connectSqlite` or `node:sqlite`, a `pg` client, or a scope of this package. */
export type CallerTransaction = TransactionScope | SqliteConnection | PostgresQueryable;

export async function openEngine(options: EngineOptions): Promise<Engine> {
  await loadTracing();
  const database = await openDatabase(options.database, { ...options, isQuiet: options.listen === false });
  try {
    const lines = [ENGINE_MIGRATIONS, ...(options.schemaLines ?? [])];
    // A SQLite file that is current is not written to: it may be read-only.
    const migrates = options.migrate === true || (database.dialect === 'sqlite' && !(await isCurrent(database, lines)));
    if (migrates) await migrate(database, lines);
    else await requireCurrentSchema(database, lines);
    return new Engine(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function isCurrent(database: Database, lines: readonly MigrationLine[]): Promise<boolean> {
  return (await schemaState(database, lines)).state === 'current';
}

/** The jobs of one database. */
export class Engine {
  readonly database: Database;
  readonly store: JobStore;
  readonly logger: Logger;
  readonly maxPayloadBytes: number;
  /** Emits 'wake' with a WakeHint for workers of this process. */
  readonly signals: WakeSignals = new EventEmitter();
  /** The first job that was enqueued in a transaction, to be announced after its commit. */
  private readonly enqueuedWithin = new WeakMap<TransactionScope, string>();
  private readonly options: EngineOptions;
  private readonly announcer: RabbitmqAnnouncer | undefined;

  constructor(database: Database, options: EngineOptions) {
    this.database = database;
    this.options = options;
    this.logger = options.logger ?? silentLogger;
    const store = database instanceof SqliteDatabase ? new SqliteJobStore(database) : new PostgresJobStore(database);
    const { transitionHook, isHookWanted = () => true } = options;
    this.store = transitionHook
      ? new HookedJobStore(store, transitionHook, { isHookWanted, logger: this.logger })
      : store;
    this.maxPayloadBytes = options.maxPayloadBytes ?? DEFAULT_MAX_PAYLOAD_BYTES;
    this.announcer = options.rabbitmq && new RabbitmqAnnouncer(options.rabbitmq, this.logger);
    this.signals.setMaxListeners(0);
  }

  /** Accepts one job. When the promise resolves, it is committed. */
  async enqueue<Input, Output>(
    job: JobDeclaration<Input, Output>,
    payload: Input,
    options: EnqueueOptions & { transaction?: CallerTransaction } = {},
  ): Promise<EnqueueReceipt> {
    const [receipt] = await this.enqueueMany(job, [payload], options);
    return receipt as EnqueueReceipt;
  }

  /** Accepts many jobs of one type in one commit: all of them or none. */
  async enqueueMany<Input, Output>(
    job: JobDeclaration<Input, Output>,
    payloads: readonly Input[],
    options: EnqueueOptions & { transaction?: CallerTransaction } = {},
  ): Promise<EnqueueReceipt[]> {
    const { transaction } = options;
    return this.enqueueEach(
      job,
      payloads.map((payload) => ({ payload, options })),
      transaction,
    );
  }

  /** The same for jobs with different options. */
  async enqueueEach<Input, Output>(
    job: JobDeclaration<Input, Output>,
    entries: readonly EnqueueEntry<Input>[],
    transaction?: CallerTransaction,
  ): Promise<EnqueueReceipt[]> {
    const options = entries[0]?.options;
    const queue = options?.queue ?? job.queue ?? JOB_DEFAULTS.queue;
    const sent = { queue, type: job.type, count: entries.length, parent: options?.traceparent };
    return inSendSpan(sent, () => this.enqueueNow(job, entries, transaction));
  }

  private async enqueueNow(
    job: JobDeclaration,
    entries: readonly EnqueueEntry[],
    transaction?: CallerTransaction,
  ): Promise<EnqueueReceipt[]> {
    const jobs = await newJobs(job, entries, this);
    if (transaction) return this.enqueueBuilt(jobs, this.scopeOf(transaction));
    const committed = this.store.enqueue(jobs);
    // SQLite has one writer, so what is written in one turn shares a commit, in order.
    if (this.database.dialect === 'sqlite') this.wake('enqueuing');
    const receipts = await committed;
    this.wake('enqueued');
    const [first] = receipts;
    if (first) void this.announcer?.announce(first.id);
    return receipts;
  }

  /** @internal Accepts jobs that were built by `newJob`, in a transaction of this engine. */
  async enqueueBuilt(jobs: readonly NewJob[], scope: TransactionScope): Promise<EnqueueReceipt[]> {
    const receipts = await this.store.enqueue(jobs, scope);
    const [first] = receipts;
    if (first) this.enqueuedWithin.set(scope, first.id);
    return receipts;
  }

  /** Runs the caller's writes in one transaction; pass the scope to `enqueue` to add jobs to it. */
  async transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    let scope: TransactionScope | undefined;
    const result = await this.database.transaction((tx) => work((scope = tx)));
    this.wake();
    const enqueued = scope && this.enqueuedWithin.get(scope);
    if (enqueued !== undefined) void this.announcer?.announce(enqueued);
    return result;
  }

  /** Rate and concurrency limits for anything that is not a job, such as requests to an API. */
  limiter({ tenant = JOB_DEFAULTS.tenant }: { tenant?: string } = {}): Limiter {
    return limiterOf(tenantDatabase(this.database, tenant));
  }

  job(id: string): Promise<JobRecord> {
    return getJob(this.database, id);
  }

  jobs(filter: JobFilter = {}): Promise<JobRecord[]> {
    return findJobs(this.database, filter);
  }

  /** `alongside` runs in the same transaction, here and below. */
  async cancel(id: string, alongside?: Alongside): Promise<JobRecord> {
    const job = await cancelJob(this.database, id, { hook: this.wantedHook(), alongside });
    this.wake('cancel');
    this.wakeForHook();
    return job;
  }

  async retry(id: string, alongside?: Alongside): Promise<JobRecord> {
    const job = await retryJob(this.database, id, alongside);
    this.wake();
    return job;
  }

  /** Retries all matching failed and dead jobs with fresh counters. */
  async retryTroubled(filter: TroubleFilter, alongside?: Alongside): Promise<number> {
    const retried = await retryTroubled(this.database, filter, alongside);
    this.wake();
    return retried;
  }

  /** Ends all matching failed and dead jobs as cancelled. */
  async dismissTroubled(filter: TroubleFilter, alongside?: Alongside): Promise<number> {
    const dismissed = await dismissTroubled(this.database, filter, { hook: this.wantedHook(), alongside });
    this.wakeForHook();
    return dismissed;
  }

  /**
   * Changes many jobs by hand in a transaction of the caller, who calls `wake` after its commit. Jobs whose state does not allow the change
   * stay as they are. Returns the changed ones.
   */
  changeJobs(transaction: TransactionScope, ids: readonly string[], change: JobChange): Promise<string[]> {
    return changeJobs(transaction, ids, change, this.wantedHook());
  }

  pauseQueue(name: string, reason?: string, transaction?: TransactionScope): Promise<void> {
    return pauseQueue(transaction ?? this.database, name, reason);
  }

  async resumeQueue(name: string, transaction?: TransactionScope): Promise<boolean> {
    const resumed = await resumeQueue(transaction ?? this.database, name);
    if (!transaction) this.wake();
    return resumed;
  }

  /** Limits all jobs of a queue together. Null for both bounds removes the limit. */
  async limitQueue(limit: QueueLimit, transaction?: TransactionScope): Promise<void> {
    if (transaction) return setQueueLimit(transaction, limit);
    await this.database.transaction((tx) => setQueueLimit(tx, limit));
    this.wake();
  }

  /** Enqueues a job at every due time of the cron pattern, once among all workers. */
  async schedule<Input, Output>(
    name: string,
    job: JobDeclaration<Input, Output>,
    payload: Input,
    options: EnqueueOptions & { cron: string; timezone?: string; catchUp?: CatchUp; replace?: boolean },
    transaction?: TransactionScope,
  ): Promise<ScheduleRecord> {
    const template = await newJob(job, payload, options, this);
    const { cron, timezone = 'UTC', catchUp = 'latest', replace = false } = options;
    const add = (tx: TransactionScope): Promise<ScheduleRecord> =>
      addSchedule(tx, { name, cron, timezone, catchUp, job: template }, { replace });
    return transaction ? add(transaction) : this.database.transaction(add);
  }

  /** The triggers of this database, besides signals in this process. */
  triggers(): Trigger[] {
    const { database, options } = this;
    const { listen = {}, rabbitmq } = options;
    const announced = rabbitmq ? [rabbitmqTrigger(rabbitmq)] : [];
    if (database instanceof SqliteDatabase) return [sqliteDataVersionTrigger(database), ...announced];
    if (listen === false) return announced;
    return [postgresListenTrigger(database, { ...listen, url: listen.url ?? database.url }), ...announced];
  }

  wake(hint: WakeHint = 'jobs'): void {
    this.signals.emit('wake', hint);
  }

  /** The hook may have enqueued jobs. */
  wakeForHook(): void {
    if (this.options.transitionHook) this.wake();
  }

  async close(): Promise<void> {
    await this.announcer?.close();
    await this.database.close();
  }

  private wantedHook(): TransitionHook | undefined {
    const { transitionHook, isHookWanted } = this.options;
    return (isHookWanted?.() ?? true) ? transitionHook : undefined;
  }

  private scopeOf(transaction: CallerTransaction): TransactionScope {
    if ('inTransaction' in transaction && 'dialect' in transaction) return transaction;
    if (this.database instanceof PostgresDatabase) return this.database.scope(transaction as PostgresQueryable);
    return this.database.scope(transaction as SqliteConnection);
  }
}
