import type { SqliteConnection, SqliteDatabase, TransactionScope } from '../../../database/index.js';
import type { JobStatus } from '../../job.js';
import type {
  ClaimedJob,
  Rejection,
  Ending,
  EnqueueReceipt,
  HeldJob,
  NewJob,
  Reach,
  Renewal,
  RescuedJob,
  ReadyLanes,
  Take,
} from '../../store.js';
import {
  byFence,
  commitUnits,
  endingOfExpired,
  type ExpiredJob,
  isBareCompletion,
  rejectionsAmong,
  rescuedJob,
  writeEffects,
} from '../shared-endings.js';
import { type FinishedJob, type HookableStore, statusAmong } from '../hooked-store.js';
import { GroupedTransactions } from './grouped-transactions.js';
import { Tallier } from '../../stats/tally.js';
import { SqliteStatements } from './statements.js';

/**
 * The job store on SQLite. Statements run one row at a time: without a network, a prepared statement in a loop is
 * faster than building and parsing a batch.
 */
export class SqliteJobStore implements HookableStore {
  private readonly database: SqliteDatabase;
  private readonly statements = new WeakMap<SqliteConnection, SqliteStatements>();
  /** SQLite has one writer: waiting transactions share the next commit and its sync to disk. */
  private readonly transactions: GroupedTransactions;
  private readonly tallier = new Tallier();

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.transactions = new GroupedTransactions(database);
  }

  async enqueue(jobs: readonly NewJob[], scope?: TransactionScope): Promise<EnqueueReceipt[]> {
    if (!scope) return this.database.write((connection) => this.on(connection).enqueue(jobs, Date.now()));
    return this.database.within(scope, (connection) => this.on(connection).enqueue(jobs, Date.now()));
  }

  findReadyLanes(reach: Reach): Promise<ReadyLanes> {
    return Promise.resolve(this.database.read((connection) => this.on(connection).findReadyLanes(reach, Date.now())));
  }

  claim(owner: string, leaseMs: number, takes: readonly Take[]): Promise<ClaimedJob[]> {
    return this.database.write((connection) => {
      const now = Date.now();
      const statements = this.on(connection);
      const paused = statements.pausedQueues();
      const open = takes.filter((take) => !paused.has(take.queue));
      return open.flatMap((take) => statements.claim(owner, now, now + leaseMs, take));
    });
  }

  claimSuspect(owner: string, leaseMs: number, reach: Reach): Promise<ClaimedJob | undefined> {
    return this.database.write((connection) => {
      const now = Date.now();
      return this.on(connection).claimSuspect(owner, now, now + leaseMs, reach);
    });
  }

  renew(owner: string, leaseMs: number, held: readonly HeldJob[]): Promise<Renewal> {
    return this.database.write((connection) => {
      const now = Date.now();
      const statements = this.on(connection);
      const renewal: Renewal = { renewed: 0, lost: [], cancelRequested: [] };
      for (const job of held) {
        const renewed = statements.renew(owner, now, now + leaseMs, job);
        if (!renewed) renewal.lost.push(job.id);
        else renewal.renewed++;
        if (renewed?.cancel_requested_at) renewal.cancelRequested.push(job.id);
      }
      return renewal;
    });
  }

  async finish(owner: string, endings: readonly Ending[]): Promise<Rejection[]> {
    const plain = endings.filter((ending) => !ending.write && !ending.share);
    const withWrite = endings.filter((ending) => ending.write ?? ending.share);
    const rejections =
      plain.length === 0 ? [] : await this.database.write((connection) => this.finishAll(connection, owner, plain));
    const units = await Promise.all(commitUnits(withWrite).map((unit) => this.finishUnit(owner, unit)));
    const statuses = new Map(units.flat().map(({ id, status }) => [id, status]));
    return [...rejections, ...rejectionsAmong(withWrite, statuses)];
  }

  rescue(limit: number): Promise<RescuedJob[]> {
    return this.database.write((connection) => {
      const now = Date.now();
      const statements = this.on(connection);
      const statuses = new Map<string, JobStatus>();
      const rescued = statements.takeExpired(now, limit).map((job) => {
        const ending = endingOfExpired(job, now);
        const status = statements.finish(job.owner, now, ending) ?? ending.status;
        statuses.set(job.id, status);
        return { ending, report: rescuedJob(job, status) };
      });
      const endings = rescued.map(({ ending }) => ending);
      statements.addTallies(
        this.tallier.count(endings, ({ id }) => statuses.get(id)),
        now,
      );
      return rescued.map(({ report }) => report);
    });
  }

  releaseUnknownClaims(owner: string, known: readonly HeldJob[]): Promise<number> {
    return this.database.write((connection) => this.on(connection).releaseUnknownClaims(owner, known));
  }

  transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    return this.transactions.add(work);
  }

  async finishWithin(
    tx: TransactionScope,
    owner: string | readonly string[],
    endings: readonly Ending[],
  ): Promise<FinishedJob[]> {
    return this.database.within(tx, (connection) => {
      const now = Date.now();
      const statements = this.on(connection);
      return endings.flatMap((ending, index) => {
        const its = typeof owner === 'string' ? owner : (owner[index] as string);
        const status = statements.finish(its, now, ending);
        return status === undefined ? [] : [{ id: ending.id, status }];
      });
    });
  }

  async tallyWithin(tx: TransactionScope, endings: readonly Ending[], finished: readonly FinishedJob[]): Promise<void> {
    const tallies = this.tallier.count(endings, statusAmong(finished));
    this.database.within(tx, (connection) => this.on(connection).addTallies(tallies, Date.now()));
  }

  async finishedEarlier(tx: TransactionScope, endings: readonly Ending[]): Promise<FinishedJob[]> {
    return this.database.within(tx, (connection) =>
      endings.flatMap((ending) => {
        const status = this.on(connection).endedAs(ending);
        return status === undefined ? [] : [{ id: ending.id, status }];
      }),
    );
  }

  async expiredWithin(tx: TransactionScope, limit: number): Promise<(ExpiredJob & { now: number })[]> {
    const now = Date.now();
    const expired = this.database.within(tx, (connection) => this.on(connection).takeExpired(now, limit));
    return expired.map((job) => ({ ...job, now }));
  }

  async heldWithin(tx: TransactionScope, owner: string): Promise<HeldJob[]> {
    return this.database.within(tx, (connection) => this.on(connection).heldBy(owner));
  }

  private finishAll(connection: SqliteConnection, owner: string, endings: readonly Ending[]): Rejection[] {
    const now = Date.now();
    const statements = this.on(connection);
    const bare = endings.filter(isBareCompletion);
    const groups = [...byFence(bare)].map(([fence, group]) => {
      const ids = group.map(({ id }) => id);
      return { group, accepted: statements.complete(owner, now, fence, ids) };
    });
    const areAllCompleted = groups.every(({ group, accepted }) => accepted === group.length);
    // If not all were accepted, each is written again separately.
    const others = areAllCompleted ? endings.filter((ending) => !isBareCompletion(ending)) : endings;
    const statuses = new Map<string, JobStatus>();
    const written = new Map<string, JobStatus>();
    // After a lost answer, a group is repeated as a whole. So if this call completed some, it completed all that are.
    for (const { group, accepted } of areAllCompleted ? [] : groups) {
      const ours = accepted === 0 ? [] : group.filter((ending) => statements.endedAs(ending) === 'completed');
      for (const { id } of ours) written.set(id, 'completed');
    }
    for (const ending of others) {
      const finished = statements.finish(owner, now, ending);
      if (finished !== undefined) written.set(ending.id, finished);
      if (finished !== undefined && ending.followUps) statements.enqueue(ending.followUps, now);
      const status = finished ?? statements.endedAs(ending);
      if (status !== undefined) statuses.set(ending.id, status);
    }
    const statusOf = (ending: Ending): JobStatus | undefined =>
      areAllCompleted && isBareCompletion(ending) ? 'completed' : written.get(ending.id);
    statements.addTallies(this.tallier.count(endings, statusOf), now);
    return rejectionsAmong(others, statuses);
  }

  private finishUnit(owner: string, endings: readonly Ending[]): Promise<FinishedJob[]> {
    const finish = async (tx: TransactionScope): Promise<FinishedJob[]> => {
      const finished = await this.finishWithin(tx, owner, endings);
      await writeEffects(tx, endings, finished, (jobs) => this.enqueue(jobs, tx));
      await this.tallyWithin(tx, endings, finished);
      if (finished.length === endings.length) return finished;
      const accepted = new Set(finished.map(({ id }) => id));
      const others = endings.filter(({ id }) => !accepted.has(id));
      return [...finished, ...(await this.finishedEarlier(tx, others))];
    };
    // Writes of handlers are repeated anyway when the database was busy.
    return this.transactions.add(finish, { isRepeatable: true });
  }

  private on(connection: SqliteConnection): SqliteStatements {
    let statements = this.statements.get(connection);
    if (!statements) {
      statements = new SqliteStatements((sql) => this.database.prepare(connection, sql));
      this.statements.set(connection, statements);
    }
    return statements;
  }
}
