import type { PostgresDatabase, TransactionScope } from '../../../database/index.js';
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
  commitUnits,
  endingOfExpired,
  type ExpiredJob,
  hasEffects,
  isBareCompletion,
  rejectionsAmong,
  rescuedJob,
  writeEffects,
} from '../shared-endings.js';
import { Tallier } from '../../stats/tally.js';
import { type FinishedJob, type HookableStore, statusAmong } from '../hooked-store.js';
import { claimJobs } from './claim.js';
import { enqueueJobs } from './enqueue.js';
import { EnqueueGrouper } from './enqueue-grouper.js';
import { completeJobs, endedUnderFence, finishAndTally, finishJobs } from './finish.js';
import { renewLeases } from './renew.js';
import { jobsHeldBy, releaseUnknown, takeExpired } from './rescue.js';
import { claimSuspect } from './suspects.js';
import { findReadyLanes } from './ready-lanes.js';
import { writeTallies } from './tally.js';

/**
 * The job store on PostgreSQL. Frequent statements are functions of the server, which keep their plans (functions.ts). Others have no name:
 * a named one may keep a plan made when the table was empty, and a pooler in transaction mode does not support it.
 */
export class PostgresJobStore implements HookableStore {
  private readonly database: PostgresDatabase;
  private readonly grouper: EnqueueGrouper;
  private readonly tallier = new Tallier();

  constructor(database: PostgresDatabase) {
    this.database = database;
    this.grouper = new EnqueueGrouper(database);
  }

  enqueue(jobs: readonly NewJob[], scope?: TransactionScope): Promise<EnqueueReceipt[]> {
    return scope ? enqueueJobs(scope, jobs, { notify: true }) : this.grouper.enqueue(jobs);
  }

  findReadyLanes(reach: Reach): Promise<ReadyLanes> {
    return findReadyLanes(this.database, reach);
  }

  claim(owner: string, leaseMs: number, takes: readonly Take[]): Promise<ClaimedJob[]> {
    return claimJobs(this.database, owner, leaseMs, takes);
  }

  claimSuspect(owner: string, leaseMs: number, reach: Reach): Promise<ClaimedJob | undefined> {
    return claimSuspect(this.database, owner, leaseMs, reach);
  }

  renew(owner: string, leaseMs: number, held: readonly HeldJob[]): Promise<Renewal> {
    return renewLeases(this.database.reserve, owner, leaseMs, held);
  }

  async finish(owner: string, endings: readonly Ending[]): Promise<Rejection[]> {
    const bare = endings.filter(isBareCompletion);
    const others = endings.filter((ending) => !isBareCompletion(ending));
    const [completed, finished] = await Promise.all([
      bare.length === 0 ? 0 : completeJobs(this.database, owner, bare, this.tallier),
      this.finishEach(owner, others),
    ]);
    if (completed === bare.length && finished.length === others.length) {
      return rejectionsAmong(others, statusById(finished));
    }
    // Not all rows matched. An ending whose commit was not confirmed still counts.
    return rejectionsAmong(endings, statusById(await endedUnderFence(this.database, endings)));
  }

  rescue(limit: number): Promise<RescuedJob[]> {
    return this.database.transaction(async (tx) => {
      const expired = await takeExpired(tx, limit);
      if (expired.length === 0) return [];
      const endings = expired.map((job) => endingOfExpired(job, job.now));
      const owners = expired.map((job) => job.owner);
      const finished = await finishJobs(tx, owners, endings);
      await this.tallyWithin(tx, endings, finished);
      const statuses = statusById(finished);
      return expired.map((job) => rescuedJob(job, statuses.get(job.id) ?? 'pending'));
    });
  }

  releaseUnknownClaims(owner: string, known: readonly HeldJob[]): Promise<number> {
    return releaseUnknown(this.database, owner, known);
  }

  transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  finishWithin(
    tx: TransactionScope,
    owner: string | readonly string[],
    endings: readonly Ending[],
  ): Promise<FinishedJob[]> {
    return finishJobs(tx, owner, endings);
  }

  tallyWithin(tx: TransactionScope, endings: readonly Ending[], finished: readonly FinishedJob[]): Promise<void> {
    return writeTallies(tx, this.tallier.count(endings, statusAmong(finished)));
  }

  finishedEarlier(tx: TransactionScope, endings: readonly Ending[]): Promise<FinishedJob[]> {
    return endedUnderFence(tx, endings);
  }

  expiredWithin(tx: TransactionScope, limit: number): Promise<(ExpiredJob & { now: number })[]> {
    return takeExpired(tx, limit);
  }

  heldWithin(tx: TransactionScope, owner: string): Promise<HeldJob[]> {
    return jobsHeldBy(tx, owner);
  }

  private async finishEach(owner: string, endings: readonly Ending[]): Promise<FinishedJob[]> {
    const plain = endings.filter((ending) => !hasEffects(ending));
    const finished = await Promise.all([
      plain.length === 0 ? [] : finishAndTally(this.database, owner, plain, this.tallier),
      ...commitUnits(endings.filter(hasEffects)).map((unit) => this.finishUnit(owner, unit)),
    ]);
    return finished.flat();
  }

  private finishUnit(owner: string, endings: readonly Ending[]): Promise<FinishedJob[]> {
    return this.database.transaction(async (tx) => {
      const finished = await finishJobs(tx, owner, endings);
      await writeEffects(tx, endings, finished, (jobs) => enqueueJobs(tx, jobs, { notify: true }));
      await this.tallyWithin(tx, endings, finished);
      return finished;
    });
  }
}

function statusById(jobs: readonly FinishedJob[]): Map<string, JobStatus> {
  return new Map(jobs.map(({ id, status }) => [id, status]));
}
