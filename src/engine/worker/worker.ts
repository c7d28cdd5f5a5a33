import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { CasparianError, errorMessage, type Logger } from '../../platform/index.js';
import type { JobDefinition } from '../define-job.js';
import { cancelRequests } from '../cancel.js';
import { cancelEnding, cancelledInstead, releaseEnding } from '../ending.js';
import type { Engine } from '../engine.js';
import { tellSettled } from '../outcome.js';
import { fireDueSchedules } from '../schedules.js';
import type { ClaimedJob, Ending, HeldJob, Reach, Renewal, RescuedJob } from '../store.js';
import type { Trigger, WakeHint } from '../trigger.js';
import { inProcessTrigger } from '../triggers/in-process.js';
import { Attempt, type AttemptSetting } from './attempt.js';
import { Claimer } from './claimer.js';
import { fencedTransaction } from './fenced-transaction.js';
import { type Deviations, Finisher } from './finisher.js';
import { type Held, HeldJobs } from './held-jobs.js';
import { JobNotes } from './job-notes.js';
import { LeaseKeeper } from './lease-keeper.js';
import { guarded, type WorkerObserver } from './observer.js';
import { WORKER_DEFAULTS } from '../defaults.js';
import type { WorkerOptions } from './options.js';
import { Prefetch } from './prefetch.js';
import { Presence } from './presence.js';
import { settlesWithin } from './settles-within.js';

/** A prefetched job that waits longer than this goes back: another worker may be free. */
const MAX_BUFFERED_MS = 1_000;
const MAX_CLAIM_PAUSE_MS = 5_000;
/** Timers cannot wait for more than 24 days; a job that is due later is looked up again. */
const MAX_LOOK_AHEAD_MS = 3_600_000;
/** After the stop grace, handlers have this long to let go before their jobs are returned without them. */
const LAST_GRACE_MS = 1_000;
/** A database that gives no answer must not keep a stopping process alive; its leases will expire. */
const MAX_WAIT_FOR_DATABASE_MS = 10_000;

export interface Worker {
  readonly id: string;
  start(): Promise<void>;
  /** Stops claiming, waits for running jobs up to the grace, then returns them uncharged. */
  stop(options?: { graceMs?: number }): Promise<StopReport>;
  readonly status: WorkerStatus;
}

export interface WorkerStatus {
  state: 'new' | 'running' | 'stopping' | 'stopped';
  running: number;
  buffered: number;
  /** False while the database cannot be reached. */
  databaseReachable: boolean;
}

export interface StopReport {
  /** Jobs that went back to the queue unfinished, uncharged. */
  returned: number;
}

export function createWorker(engine: Engine, options: WorkerOptions): Worker {
  return new JobWorker(engine, options);
}

class JobWorker implements Worker {
  readonly id: string;
  private readonly engine: Engine;
  private readonly logger: Logger;
  private readonly observer: Required<WorkerObserver>;
  private readonly definitions: ReadonlyMap<string, JobDefinition>;
  private readonly concurrency: number;
  private readonly leaseMs: number;
  private readonly pollEveryMs: number;
  private readonly attemptSetting: AttemptSetting;
  private readonly claimer: Claimer;
  private readonly finisher: Finisher;
  private readonly leaseKeeper: LeaseKeeper;
  private readonly notes: JobNotes;
  private readonly prefetch: Prefetch;
  private readonly triggers: readonly Trigger[];
  private readonly presence: Presence;

  private state: WorkerStatus['state'] = 'new';
  private beginning: Promise<void> | undefined;
  private stopping: Promise<StopReport> | undefined;
  private readonly held = new HeldJobs();
  private running = 0;
  private starting = false;
  private returned = 0;
  /** How many more jobs it may take. */
  private allowance: number;
  private claiming: Promise<void> | undefined;
  private claimFailures = 0;
  private pollTimer: NodeJS.Timeout | undefined;
  private lookTimer: NodeJS.Timeout | undefined;
  private dutiesRunning: Promise<void> | undefined;
  private whenIdle: (() => void) | undefined;

  constructor(engine: Engine, options: WorkerOptions) {
    this.engine = engine;
    const instance = randomUUID();
    this.id = options.id ?? `${hostname()}-${process.pid}-${instance.slice(0, 8)}`;
    this.logger = options.logger ?? engine.logger;
    this.observer = guarded(options.observer ?? {}, this.logger);
    this.definitions = new Map(options.jobs.map((job) => [job.type, job]));
    const { queues, tenants, only } = options;
    const reach: Reach = { types: [...this.definitions.keys()], queues, tenants, only };
    this.concurrency = options.concurrency ?? WORKER_DEFAULTS.concurrency;
    this.allowance = options.maxJobs ?? Infinity;
    this.leaseMs = options.leaseMs ?? WORKER_DEFAULTS.leaseMs;
    this.pollEveryMs = options.pollEveryMs ?? WORKER_DEFAULTS.pollEveryMs;
    const { id, concurrency, leaseMs } = this;
    this.presence = new Presence(engine.database, { id, instance, reach, concurrency, leaseMs }, this.logger);
    this.prefetch = new Prefetch(concurrency);
    this.notes = new JobNotes(engine.database, this.id, this.logger);
    this.claimer = new Claimer(
      engine.store,
      reach,
      (rescued) => this.onRescued(rescued),
      () => this.leaseKeeper.renew(),
    );
    this.finisher = new Finisher({
      store: engine.store,
      owner: this.id,
      logger: this.logger,
      onFinished: (endings, deviations) => this.onFinished(endings, deviations),
      replace: (ending, error) => this.held.under(ending)?.attempt?.failedToCommit(error),
    });
    this.leaseKeeper = new LeaseKeeper({
      store: engine.store,
      owner: this.id,
      leaseMs: this.leaseMs,
      renewEveryMs: options.renewEveryMs ?? Math.min(WORKER_DEFAULTS.renewEveryMs, this.leaseMs / 2),
      logger: this.logger,
      held: () => this.held.jobs(),
      onRenewed: (renewal, asked) => this.onRenewed(renewal, asked),
    });
    this.attemptSetting = {
      worker: this.id,
      maxPayloadBytes: engine.maxPayloadBytes,
      abortGraceMs: options.abortGraceMs ?? WORKER_DEFAULTS.abortGraceMs,
      sink: {
        progress: (job, progress) => this.notes.noteProgress(job, progress),
        log: (job, level, message) => this.notes.noteLine(job, level, message),
        fencedTransaction: (job, work) => fencedTransaction(engine.database, this.id, job, work),
      },
      onEnd: (attempt, ending) => this.onAttemptEnd(attempt, ending),
    };
    this.triggers = [inProcessTrigger(engine.signals), ...engine.triggers(), ...(options.triggers ?? [])];
  }

  get status(): WorkerStatus {
    return {
      state: this.state,
      running: this.running,
      buffered: this.held.buffered,
      databaseReachable: this.claimFailures === 0,
    };
  }

  start(): Promise<void> {
    if (this.beginning || this.state !== 'new') throw new Error(`a worker starts once; this one is ${this.state}`);
    return (this.beginning = this.begin());
  }

  stop({ graceMs = WORKER_DEFAULTS.stopGraceMs }: { graceMs?: number } = {}): Promise<StopReport> {
    return (this.stopping ??= this.end(graceMs));
  }

  private async begin(): Promise<void> {
    await this.presence.announce();
    await this.claimer.rescue();
    if (this.stopping) return;
    this.state = 'running';
    this.leaseKeeper.start();
    this.pollTimer = setInterval(() => this.poll(), this.pollEveryMs);
    this.pump();
    // A service that is slow to answer delays its trigger, not the work.
    await Promise.all(this.triggers.map((trigger) => trigger.start((hint) => this.wake(hint), this.logger)));
  }

  private async end(graceMs: number): Promise<StopReport> {
    const wasRunning = this.state === 'running';
    this.state = 'stopping';
    this.returned = 0;
    clearInterval(this.pollTimer);
    clearTimeout(this.lookTimer);
    // Before the triggers run, a start ends by itself; later, it waits for the triggers, which we stop.
    const quiet = wasRunning
      ? this.triggers.map((trigger) => trigger.stop())
      : [this.beginning?.catch(() => undefined)];
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, Promise.all([...quiet, this.claiming]));
    this.releaseBuffer();
    await this.runningEnds(graceMs);
    this.abortRunning(new CasparianError('WORKER_STOPPING', 'The worker is stopping'));
    await this.runningEnds(LAST_GRACE_MS + 500);
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, Promise.all([this.notes.flush(), this.finisher.drained()]));
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, this.sayGoodbye());
    this.state = 'stopped';
    return { returned: this.returned };
  }

  private async sayGoodbye(): Promise<void> {
    await this.leaseKeeper.stop();
    await this.dutiesRunning;
    await this.presence.end();
  }

  private wake(hint: WakeHint): void {
    const cancel = hint === 'cancel' || hint === 'anything';
    if (cancel) void this.lookForCancels();
    if (hint === 'cancel') return;
    this.claimer.hint({ guess: hint === 'enqueued' && this.held.size === 0 && !this.claiming });
    this.pump();
  }

  private async lookForCancels(): Promise<void> {
    // The job that is meant may be on its way to us.
    await this.claiming;
    if (this.held.size === 0) return;
    const ids = await cancelRequests(this.engine.database, this.id).catch(() => []);
    for (const id of ids) this.cancel(id);
  }

  /** The floor under all triggers. */
  private poll(): void {
    if (this.held.bufferedForMs > MAX_BUFFERED_MS) this.releaseBuffer();
    this.claimer.hint();
    this.pump();
    this.dutiesRunning ??= this.duties().finally(() => (this.dutiesRunning = undefined));
  }

  private async duties(): Promise<void> {
    try {
      await this.presence.keepUp();
      await fireDueSchedules(this.engine);
    } catch (error) {
      this.logger.warn({ worker_id: this.id, error: errorMessage(error) }, 'Background duties failed, trying again');
    }
  }

  /** Starts what is buffered, and claims more when that runs low. Cheap to call. */
  private pump(): void {
    this.startBuffered();
    if (this.state !== 'running' || this.claiming || this.finisher.overloaded) return;
    const wanted = this.wanted();
    if (wanted === 0 || !this.claimer.worthALook) return;
    this.claiming = this.claim(wanted).then(() => {
      this.claiming = undefined;
      this.afterClaim();
    });
  }

  private wanted(): number {
    const free = this.concurrency - this.running;
    const ahead = this.prefetch.size({ busy: free === 0 });
    // Half empty is early enough to claim, and late enough for the claim to be a batch.
    if (this.held.buffered > ahead / 2) return 0;
    return Math.max(0, Math.min(this.allowance, free + ahead - this.held.buffered));
  }

  private async claim(wanted: number): Promise<void> {
    const begun = performance.now();
    try {
      if (this.claimFailures > 0) await this.disownUnknown();
      const jobs = await this.claimer.claim(this.id, this.leaseMs, wanted);
      this.claimFailures = 0;
      if (jobs.length > 0) this.receive(jobs, performance.now() - begun);
    } catch (error) {
      this.claimFailures++;
      this.claimer.hint();
      this.logger.warn({ worker_id: this.id, error: errorMessage(error) }, 'Claim failed, trying again');
      this.observer.claimFailed(error);
    }
  }

  private afterClaim(): void {
    clearTimeout(this.lookTimer);
    if (this.state !== 'running') return this.releaseBuffer();
    if (this.claimFailures > 0) {
      const pauseMs = Math.min(MAX_CLAIM_PAUSE_MS, 50 * 2 ** this.claimFailures) * (0.5 + Math.random());
      this.lookTimer = setTimeout(() => this.pump(), pauseMs);
      return;
    }
    this.pump();
    const { nextLookMs } = this.claimer;
    // What can be looked for at once waits for a free hand, not for a timer.
    if (this.claiming || nextLookMs === undefined || nextLookMs === 0) return;
    // Rounded up and armed again: a look a fraction of a millisecond too early would leave the job to the next poll.
    this.lookTimer = setTimeout(() => this.afterClaim(), Math.min(MAX_LOOK_AHEAD_MS, Math.ceil(nextLookMs)));
  }

  private receive(jobs: ClaimedJob[], latencyMs: number): void {
    this.allowance -= jobs.length;
    // A job we lost can come back to us while its old attempt still runs.
    for (const attempt of this.held.receive(jobs)) attempt.abort(leaseLost());
    this.observer.claimed(jobs, latencyMs);
  }

  private startBuffered(): void {
    // A handler that answers at once ends inside startAttempt and comes back here: the loop goes on for it.
    if (this.starting) return;
    this.starting = true;
    while (this.running < this.concurrency && this.state === 'running') {
      const held = this.held.next();
      if (!held) break;
      this.startAttempt(held);
    }
    this.starting = false;
  }

  private startAttempt(held: Held): void {
    const definition = this.definitions.get(held.job.type);
    assert(definition, 'only types with a definition are claimed');
    this.running++;
    held.attempt = new Attempt(held.job, definition, this.attemptSetting);
    held.attempt.start();
  }

  private onAttemptEnd(attempt: Attempt, ending: Ending | undefined): void {
    this.running--;
    this.prefetch.learn(attempt.elapsedMs);
    this.notes.flushSoon();
    if (ending) this.finisher.add(ending);
    else this.dropLost(attempt);
    if (this.state === 'running') this.pump();
    else if (this.running === 0) this.whenIdle?.();
  }

  private onFinished(endings: readonly Ending[], deviations: Deviations): void {
    for (const asked of endings) {
      const instead = deviations.get(asked.id);
      const refused = instead === 'refused';
      const ending = instead === 'cancelled' ? cancelledInstead(asked) : asked;
      tellSettled(ending, !refused);
      const held = this.held.under(ending);
      if (!held) continue;
      this.held.forget(ending.id);
      const isReturned = ending.status === 'pending' && ending.charge === 0 && ending.delayMs === null;
      if (isReturned && !refused) this.returned++;
      if (!held.attempt) this.allowance++;
      this.expectWorkFrom(ending);
      this.observer.ended(held.job, ending, {
        refused,
        durationMs: held.attempt?.elapsedMs ?? 0,
        started: held.attempt !== undefined,
      });
    }
    if (this.state === 'running') this.pump();
  }

  /** What this ending leaves to be done is not told by any trigger, and may be due before the next poll. */
  private expectWorkFrom({ delayMs, followUps }: Ending): void {
    if (followUps?.length) this.engine.wake();
    else if (delayMs !== null && delayMs < this.pollEveryMs) this.claimer.hint();
  }

  private onRenewed(renewal: Renewal, asked: readonly HeldJob[]): void {
    this.observer.renewed(renewal);
    const fences = new Map(asked.map((job) => [job.id, job.fence]));
    const stillHeld = (id: string): Held | undefined => this.held.under({ id, fence: fences.get(id) ?? 0 });
    for (const id of renewal.lost) {
      const held = stillHeld(id);
      held?.attempt?.abort(leaseLost());
      if (held && this.held.unbuffer(id)) this.held.forget(id);
    }
    for (const id of renewal.cancelRequested) if (stillHeld(id)) this.cancel(id);
  }

  private cancel(id: string): void {
    const held = this.held.get(id);
    if (held?.attempt) return held.attempt.abort(new CasparianError('JOB_CANCELLED', 'The job was cancelled'));
    if (held && this.held.unbuffer(id)) this.finisher.add(cancelEnding(held.job));
  }

  private onRescued(rescued: readonly RescuedJob[]): void {
    for (const job of rescued) {
      const fields = {
        job_id: job.id,
        job_type: job.type,
        tenant_id: job.tenant,
        worker_id: this.id,
        status: job.status,
      };
      this.logger.warn(fields, `Took the job from worker ${job.owner}, which stopped renewing (crash ${job.crashes})`);
    }
    this.observer.rescued(rescued);
  }

  private releaseBuffer(): void {
    for (const job of this.held.unbufferAll()) this.finisher.add(releaseEnding(job));
  }

  /** Another worker has the job; what this attempt did is not ours to write down. */
  private dropLost(attempt: Attempt): void {
    const { job } = attempt;
    if (this.held.under(job)) this.held.forget(job.id);
    this.observer.ended(job, releaseEnding(job), { refused: true, started: true, durationMs: attempt.elapsedMs });
  }

  private abortRunning(reason: CasparianError): void {
    for (const attempt of this.held.attempts()) attempt.abort(reason, LAST_GRACE_MS);
  }

  private async runningEnds(withinMs: number): Promise<void> {
    if (this.running === 0) return;
    await settlesWithin(withinMs, new Promise<void>((resolve) => (this.whenIdle = resolve)));
  }

  /** The answer to a failed claim may have been lost on its way here, with jobs in it. */
  private async disownUnknown(): Promise<void> {
    // What a twin holds is unknown to us too; then leases alone decide.
    if (this.presence.hasTwin) return;
    await this.engine.store.disown(this.id, this.held.jobs());
  }
}

function leaseLost(): CasparianError {
  return new CasparianError('LEASE_LOST', 'Another worker holds this job now');
}
