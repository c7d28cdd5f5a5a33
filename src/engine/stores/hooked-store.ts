import type { TransactionScope } from '../../database/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';
import { releaseEnding } from '../ending.js';
import { isFinished, type JobStatus } from '../job.js';
import { isPassing } from '../passing-error.js';
import type {
  ClaimedJob,
  Rejection,
  Ending,
  EnqueueReceipt,
  HeldJob,
  JobStore,
  NewJob,
  Reach,
  Renewal,
  RescuedJob,
  ReadyLanes,
  Take,
} from '../store.js';
import { reportTransitions, type TransitionHook } from '../transitions.js';
import {
  commitUnits,
  endingOfExpired,
  type ExpiredJob,
  rejectionsAmong,
  rescuedJob,
  writeEffects,
} from './shared-endings.js';
import { inSavepoint } from './savepoint.js';

/** A job's status after an ending. */
export interface FinishedJob {
  id: string;
  status: JobStatus;
}

export function statusAmong(finished: readonly FinishedJob[]): (job: { readonly id: string }) => JobStatus | undefined {
  const statuses = new Map(finished.map(({ id, status }) => [id, status]));
  return ({ id }) => statuses.get(id);
}

/** A store that can write endings step by step, inside a transaction that a hook joins. */
export interface HookableStore extends JobStore {
  transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T>;
  /** Writes the endings whose fence and owner still match, and returns them. One owner for all, or one for each. */
  finishWithin(
    tx: TransactionScope,
    owner: string | readonly string[],
    endings: readonly Ending[],
  ): Promise<FinishedJob[]>;
  /** Adds those of the endings that were written to the statistics. The last step, because it locks shared rows. */
  tallyWithin(tx: TransactionScope, endings: readonly Ending[], finished: readonly FinishedJob[]): Promise<void>;
  /** Returns those of the endings that an earlier call wrote. */
  finishedEarlier(tx: TransactionScope, endings: readonly Ending[]): Promise<FinishedJob[]>;
  /** Locks and returns jobs whose lease has expired, after it made suspects of them and of the others of their workers. */
  expiredWithin(tx: TransactionScope, limit: number): Promise<(ExpiredJob & { now: number })[]>;
  /** Locks and returns the jobs that an owner holds. */
  heldWithin(tx: TransactionScope, owner: string): Promise<HeldJob[]>;
}

/**
 * A job store with a transition hook. Every call that can end jobs runs in a transaction that the hook joins. The plain
 * stores have no hook, so without one the fast statements (bare completions, shared commits) are unchanged.
 */
export class HookedJobStore implements JobStore {
  private readonly inner: HookableStore;
  private readonly hook: TransitionHook;
  private readonly isHookWanted: () => boolean;
  private readonly logger: Logger;

  constructor(
    inner: HookableStore,
    hook: TransitionHook,
    { isHookWanted = () => true, logger }: { isHookWanted?: () => boolean; logger: Logger },
  ) {
    this.inner = inner;
    this.hook = hook;
    this.isHookWanted = isHookWanted;
    this.logger = logger;
  }

  enqueue(jobs: readonly NewJob[], scope?: TransactionScope): Promise<EnqueueReceipt[]> {
    return this.inner.enqueue(jobs, scope);
  }

  findReadyLanes(reach: Reach): Promise<ReadyLanes> {
    return this.inner.findReadyLanes(reach);
  }

  claim(owner: string, leaseMs: number, takes: readonly Take[]): Promise<ClaimedJob[]> {
    return this.inner.claim(owner, leaseMs, takes);
  }

  claimSuspect(owner: string, leaseMs: number, reach: Reach): Promise<ClaimedJob | undefined> {
    return this.inner.claimSuspect(owner, leaseMs, reach);
  }

  renew(owner: string, leaseMs: number, held: readonly HeldJob[]): Promise<Renewal> {
    return this.inner.renew(owner, leaseMs, held);
  }

  async finish(owner: string, endings: readonly Ending[]): Promise<Rejection[]> {
    if (!this.isHookWanted()) return this.inner.finish(owner, endings);
    const written = await Promise.all(commitUnits(endings).map((unit) => this.finishUnit(owner, unit)));
    return rejectionsAmong(endings, new Map(written.flat().map(({ id, status }) => [id, status])));
  }

  rescue(limit: number): Promise<RescuedJob[]> {
    if (!this.isHookWanted()) return this.inner.rescue(limit);
    return this.inner.transaction(async (tx) => {
      const expired = await this.inner.expiredWithin(tx, limit);
      const endings = expired.map((job) => endingOfExpired(job, job.now));
      const owners = expired.map((job) => job.owner);
      const statuses = await this.endWherePossible(tx, owners, endings);
      return expired.flatMap((job) => {
        const status = statuses.get(job.id);
        return status === undefined ? [] : [rescuedJob(job, status)];
      });
    });
  }

  releaseUnknownClaims(owner: string, known: readonly HeldJob[]): Promise<number> {
    if (!this.isHookWanted()) return this.inner.releaseUnknownClaims(owner, known);
    const fences = new Map(known.map((job) => [job.id, job.fence]));
    return this.inner.transaction(async (tx) => {
      const held = await this.inner.heldWithin(tx, owner);
      const endings = held.filter((job) => fences.get(job.id) !== job.fence).map(releaseEnding);
      const owners = endings.map(() => owner);
      return (await this.endWherePossible(tx, owners, endings)).size;
    });
  }

  private finishUnit(owner: string, endings: readonly Ending[]): Promise<FinishedJob[]> {
    return this.inner.transaction(async (tx) => {
      const finished = await this.inner.finishWithin(tx, owner, endings);
      await writeEffects(tx, endings, finished, (jobs) => this.inner.enqueue(jobs, tx));
      await this.report(tx, finished);
      await this.inner.tallyWithin(tx, endings, finished);
      if (finished.length === endings.length) return finished;
      const accepted = new Set(finished.map(({ id }) => id));
      // An ending whose commit was not confirmed was reported by the earlier call.
      const others = endings.filter(({ id }) => !accepted.has(id));
      return [...finished, ...(await this.inner.finishedEarlier(tx, others))];
    });
  }

  /**
   * For jobs whose worker is gone. If the hook fails, each job is ended separately. Those it fails for keep running
   * with an expired lease until the next rescue: one bad job must not stop workers from claiming.
   */
  private async endWherePossible(
    tx: TransactionScope,
    owners: readonly string[],
    endings: readonly Ending[],
  ): Promise<Map<string, JobStatus>> {
    if (endings.length === 0) return new Map();
    const together = await inSavepoint(tx, () => this.endNow(tx, owners, endings));
    if ('answer' in together) return new Map(together.answer.map(({ id, status }) => [id, status]));
    if (isPassing(together.error)) throw together.error;
    const statuses = new Map<string, JobStatus>();
    for (const [index, ending] of endings.entries()) {
      const alone = await inSavepoint(tx, () => this.endNow(tx, [owners[index] as string], [ending]));
      if ('answer' in alone) for (const { id, status } of alone.answer) statuses.set(id, status);
      else if (isPassing(alone.error)) throw alone.error;
      else {
        const fields = { job_id: ending.id, error: errorMessage(alone.error) };
        this.logger.error(fields, 'The transition hook failed; the job is tried again with the next rescue');
      }
    }
    return statuses;
  }

  private async endNow(
    tx: TransactionScope,
    owners: readonly string[],
    endings: readonly Ending[],
  ): Promise<FinishedJob[]> {
    const finished = await this.inner.finishWithin(tx, owners, endings);
    await this.report(tx, finished);
    await this.inner.tallyWithin(tx, endings, finished);
    return finished;
  }

  private report(tx: TransactionScope, finished: readonly FinishedJob[]): Promise<void> {
    const ended = finished.filter(({ status }) => isFinished(status));
    return reportTransitions(
      tx,
      this.hook,
      ended.map(({ id }) => ({ id, from: 'running' })),
    );
  }
}
