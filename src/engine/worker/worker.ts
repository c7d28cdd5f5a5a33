import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { CasparianError, errorMessage, type Logger } from '../../platform/index.js';
import { cancelRequests } from '../cancel.js';
import { WORKER_DEFAULTS } from '../defaults.js';
import { cancelEnding, cancelledInstead, releaseEnding, snoozeEnding } from '../ending.js';
import type { Engine } from '../engine.js';
import { notifySettled } from '../outcome.js';
import type { ClaimedJob, Ending, HeldJob, Reach, Renewal, RescuedJob } from '../store.js';
import type { Trigger, WakeHint } from '../trigger.js';
import { inProcessTrigger } from '../triggers/in-process.js';
import type { Attempt, AttemptOwner } from './attempt.js';
import { ClaimLoop, type ClaimLoopOwner, type Room } from './claim-loop.js';
import { Claimer } from './claimer.js';
import { Duties } from './duties.js';
import { fencedTransaction } from './fenced-transaction.js';
import { type Rejections, Finisher } from './finisher.js';
import { type Held, HeldJobs } from './held-jobs.js';
import { Isolation, type Permission } from './isolation.js';
import { JobNotes } from './job-notes.js';
import { LimitGate } from './limit-gate.js';
import { LeaseKeeper } from './lease-keeper.js';
import { guarded, type WorkerObserver } from './observer.js';
import type { StopReport, Worker, WorkerOptions, WorkerStatus } from './worker-options.js';
import { Prefetch } from './prefetch.js';
import { Presence } from './presence.js';
import { RunningAttempts } from './running-attempts.js';
import { settlesWithin } from './settles-within.js';

/** The time between two polls differs by at most this share from the setting. */
const POLL_JITTER = 0.25;
/** A prefetched job that waits longer than this is returned: another worker may be free. */
const MAX_BUFFERED_MS = 1_000;
/** A larger claim takes longer, and its jobs start when it has returned. */
const MAX_CLAIM = 500;
/** A tick of Node costs more than a microtask: 0.5 to 1 µs of CPU per job, with ten jobs in a round. */
const ROUNDS_PER_TICK = 5;
const READY = Promise.resolve();
const NO_ROOM: Room = { wanted: 0, hasShortJobs: false };
const ROOM_FOR_SUSPECT: Room = { wanted: 'suspect', hasShortJobs: false };
/** After the grace period of a stop, handlers have this long to react before their jobs are returned without them. */
const LAST_GRACE_MS = 1_000;
/** A database that does not respond must not keep a stopping process alive; its leases will expire. */
const MAX_WAIT_FOR_DATABASE_MS = 10_000;

export function createWorker(engine: Engine, options: WorkerOptions): Worker {
  return new JobWorker(engine, options);
}

/**
 * The life of a worker, from top to bottom: start, wake up, claim, run, finish, renew, stop. Each part decides one thing in
 * its own file; this file connects them. Claims fill the buffer of held jobs, attempts empty it, the finisher commits how
 * they ended, and the lease keeper renews their leases meanwhile.
 */
class JobWorker implements Worker, AttemptOwner, ClaimLoopOwner {
  readonly id: string;
  private readonly engine: Engine;
  private readonly logger: Logger;
  private readonly observer: Required<WorkerObserver>;
  private readonly pollEveryMs: number;
  private readonly held = new HeldJobs();
  private readonly claimer: Claimer;
  private readonly claims: ClaimLoop;
  private readonly gate: LimitGate;
  private readonly prefetch: Prefetch;
  private readonly isolation = new Isolation();
  private readonly attempts: RunningAttempts;
  private readonly notes: JobNotes;
  private readonly finisher: Finisher;
  private readonly leaseKeeper: LeaseKeeper;
  private readonly presence: Presence;
  private readonly duties: Duties;
  private readonly triggers: readonly Trigger[];

  private state: WorkerStatus['state'] = 'new';
  private starting: Promise<void> | undefined;
  private stopping: Promise<StopReport> | undefined;
  private pollTimer: NodeJS.Timeout | undefined;
  private pumpScheduled = false;
  private rounds = 0;
  private returned = 0;
  /** How many more jobs it may claim. */
  private allowance: number;

  constructor(engine: Engine, options: WorkerOptions) {
    const { database, store } = engine;
    const instance = randomUUID();
    const owner = options.id ?? `${hostname()}-${process.pid}-${instance.slice(0, 8)}`;
    const logger = options.logger ?? engine.logger;
    const concurrency = options.concurrency ?? WORKER_DEFAULTS.concurrency;
    const leaseMs = options.leaseMs ?? WORKER_DEFAULTS.leaseMs;
    const definitions = new Map(options.jobs.map((job) => [job.type, job]));
    const { queues, tenants, only } = options;
    const reach: Reach = { types: [...definitions.keys()], queues, tenants, only };
    this.id = owner;
    this.engine = engine;
    this.logger = logger;
    this.observer = guarded(options.observer ?? {}, logger);
    this.pollEveryMs = options.pollEveryMs ?? WORKER_DEFAULTS.pollEveryMs;
    this.allowance = options.maxJobs ?? Infinity;
    this.presence = new Presence(database, { id: owner, instance, reach, concurrency, leaseMs }, logger);
    this.duties = new Duties(engine, this.presence, logger);
    this.prefetch = new Prefetch(concurrency);
    this.notes = new JobNotes(database, owner, logger);
    this.claimer = new Claimer(
      store,
      reach,
      (rescued) => this.onRescued(rescued),
      () => this.leaseKeeper.renew(),
      (limits) => this.gate.learn(limits),
    );
    this.gate = new LimitGate({ database, owner, definitions, logger, onWoken: () => engine.wake() });
    this.claims = new ClaimLoop({
      claimer: this.claimer,
      owner,
      leaseMs,
      logger,
      worker: this,
      onClaimed: (jobs, latencyMs) => this.onClaimed(jobs, latencyMs),
      onFailed: (error) => this.observer.claimFailed(error),
      beforeRetry: () => this.releaseUnknownClaims(),
    });
    this.attempts = new RunningAttempts({
      held: this.held,
      definitions,
      concurrency,
      gate: this.gate,
      worker: owner,
      maxPayloadBytes: engine.maxPayloadBytes,
      abortGraceMs: options.abortGraceMs ?? WORKER_DEFAULTS.abortGraceMs,
      sink: {
        progress: (job, progress) => this.notes.noteProgress(job, progress),
        log: (job, level, message) => this.notes.noteLine(job, level, message),
        fencedTransaction: (job, work) => fencedTransaction(database, owner, job, work),
      },
      owner: this,
      onParked: (job, delayMs) => this.onParked(job, delayMs),
      onUnstarted: (ending) => this.finisher.add(ending),
    });
    this.finisher = new Finisher({
      store,
      owner,
      logger,
      onFinished: (endings, rejections) => this.onFinished(endings, rejections),
      replace: (ending, error) => this.held.under(ending)?.attempt?.failedToCommit(error),
    });
    this.leaseKeeper = new LeaseKeeper({
      store,
      owner,
      leaseMs,
      renewEveryMs: options.renewEveryMs ?? Math.min(WORKER_DEFAULTS.renewEveryMs, leaseMs / 2),
      logger,
      held: () => this.held.jobs(),
      onRenewed: (renewal, asked) => this.onRenewed(renewal, asked),
    });
    this.triggers = [inProcessTrigger(engine.signals), ...engine.triggers(), ...(options.triggers ?? [])];
  }

  get status(): WorkerStatus {
    return {
      state: this.state,
      running: this.attempts.count,
      buffered: this.held.buffered,
      databaseReachable: this.claims.databaseReachable,
    };
  }

  // 1. Start: register, rescue what crashed workers left, then renew, poll, claim and listen.

  start(): Promise<void> {
    if (this.starting || this.state !== 'new') throw new Error(`a worker starts once; this one is ${this.state}`);
    return (this.starting = this.begin());
  }

  private async begin(): Promise<void> {
    await this.presence.announce();
    await this.claimer.rescue();
    if (this.stopping) return;
    this.state = 'running';
    this.leaseKeeper.start();
    this.planPoll();
    this.pump();
    // A slow service delays its trigger, not the work.
    await Promise.all(this.triggers.map((trigger) => trigger.start((hint) => this.wake(hint), this.logger)));
  }

  // 2. Wake up: a trigger or the poll signals possible work.

  private wake(hint: WakeHint): void {
    const cancel = hint === 'cancel' || hint === 'anything';
    if (cancel) void this.lookForCancels();
    if (hint === 'cancel') return;
    if (hint === 'enqueuing') return this.claimEarly();
    this.claimer.hint({ guess: hint === 'enqueued' && this.held.size === 0 && !this.claims.inFlight });
    this.pump();
  }

  /** The claim of an idle worker joins the commit of the enqueue: one sync to disk instead of two before the handler starts. */
  private claimEarly(): void {
    if (this.held.size > 0 || this.claims.inFlight || !this.claimer.hintEarly()) return;
    this.pump();
  }

  /** At random times: workers that were started together would otherwise all ask in the same moment, again and again. */
  private planPoll(): void {
    const waitMs = this.pollEveryMs * (1 + POLL_JITTER * (2 * Math.random() - 1));
    this.pollTimer = setTimeout(() => {
      this.poll();
      this.planPoll();
    }, waitMs);
  }

  /** Works without any trigger. */
  private poll(): void {
    if (this.held.bufferedForMs > MAX_BUFFERED_MS) this.releaseBuffer();
    this.claimer.hint();
    this.pump();
    this.duties.begin();
  }

  /** Starts buffered jobs, and claims more when few are left. Cheap to call. */
  pump(): void {
    if (this.state !== 'running') return;
    this.attempts.startBuffered();
    if (!this.finisher.overloaded) this.claims.look();
  }

  /**
   * Pumps once for all attempts that end in this turn. Every few rounds, statements that wait to be sent go first: a claim then runs on the
   * server while this process runs the buffered jobs. Short handlers would otherwise delay it until the buffer is empty.
   */
  private pumpSoon(): void {
    if (this.pumpScheduled) return;
    this.pumpScheduled = true;
    this.rounds = (this.rounds + 1) % ROUNDS_PER_TICK;
    if (this.rounds === 0) process.nextTick(this.pumpNow);
    else void READY.then(this.pumpNow);
  }

  private readonly pumpNow = (): void => {
    this.pumpScheduled = false;
    this.pump();
  };

  // 3. Claim: as many jobs as there are free slots, and some ahead.

  room(): Room {
    const { freeSlots } = this.attempts;
    const permission = this.permission();
    if (permission === 'nothing') return NO_ROOM;
    if (permission === 'suspect') return freeSlots > 0 && this.allowance > 0 ? ROOM_FOR_SUSPECT : NO_ROOM;
    const ahead = this.prefetch.size({ busy: freeSlots === 0 });
    // Half empty is early enough to claim, and late enough for the claim to be a batch.
    if (this.held.buffered > ahead / 2) return NO_ROOM;
    const wanted = Math.min(this.allowance, freeSlots + ahead - this.held.buffered, MAX_CLAIM);
    return { wanted: Math.max(0, wanted), hasShortJobs: this.prefetch.attemptsAreShort };
  }

  private permission(): Permission {
    return this.isolation.permits({
      suspicion: this.claimer.suspicion,
      held: this.held.size,
      isHeld: (job) => this.held.under(job) !== undefined,
      isIdle: this.held.size === 0 && !this.claimer.worthLooking,
      now: performance.now(),
    });
  }

  private onClaimed(jobs: ClaimedJob[], latencyMs: number): void {
    this.allowance -= jobs.length;
    const suspect = jobs.find(({ suspicion }) => suspicion > 0);
    if (suspect) this.isolation.started(suspect, performance.now());
    // A lost job can be claimed again by this worker while its old attempt still runs.
    for (const attempt of this.held.receive(jobs)) attempt.abort(leaseLost());
    this.observer.claimed(jobs, latencyMs);
    // The worker was stopped while the claim was in flight.
    if (this.state !== 'running') this.releaseBuffer();
  }

  private onRescued(rescued: readonly RescuedJob[]): void {
    for (const { id, type, tenant, status, owner, crashes, wasAlone } of rescued) {
      const fields = { job_id: id, job_type: type, tenant_id: tenant, worker_id: this.id, status };
      const blame = wasAlone ? `crash ${crashes}` : 'not charged: the worker held other jobs too; it runs alone next';
      this.logger.warn(fields, `Took the job from worker ${owner}, which stopped renewing (${blame})`);
    }
    this.observer.rescued(rescued);
    void this.gate.rescued(rescued.map(({ id }) => id));
  }

  /** After a claim whose response was lost, this worker may own jobs that it does not know. */
  private async releaseUnknownClaims(): Promise<void> {
    // The jobs of a worker with the same id are unknown to us too; then only leases decide.
    if (this.presence.hasDuplicateId) return;
    await this.engine.store.releaseUnknownClaims(this.id, this.held.jobs());
  }

  /** A limit returned the job to the queue. */
  private onParked(job: ClaimedJob, delayMs: number): void {
    if (this.held.under(job)) this.held.forget(job.id);
    this.allowance++;
    const ending = snoozeEnding(job, delayMs);
    this.expectWorkFrom(ending);
    this.observer.ended(job, ending, { refused: false, started: false, durationMs: 0 });
    this.pump();
  }

  // 4. Run: the attempts start the handlers (see `pump`); each one ends here.

  onAttemptEnd(attempt: Attempt, ending: Ending | undefined): void {
    this.prefetch.learn(attempt.elapsedMs);
    this.notes.flushSoon();
    if (ending) this.finisher.add(ending);
    else this.dropLost(attempt);
    this.pumpSoon();
  }

  /** The lease was lost: discard the result of this attempt. */
  private dropLost(attempt: Attempt): void {
    const { job } = attempt;
    if (this.held.under(job)) this.held.forget(job.id);
    this.gate.ended(job.id);
    this.observer.ended(job, releaseEnding(job), { refused: true, started: true, durationMs: attempt.elapsedMs });
  }

  // 5. Finish: the endings are committed, or rejected.

  private onFinished(endings: readonly Ending[], rejections: Rejections): void {
    for (const asked of endings) {
      const instead = rejections.get(asked.id);
      this.settle(instead === 'cancelled' ? cancelledInstead(asked) : asked, instead === 'refused');
    }
    this.engine.wakeForHook();
    this.pump();
  }

  private settle(ending: Ending, refused: boolean): void {
    notifySettled(ending, !refused);
    this.gate.ended(ending.id);
    const held = this.held.under(ending);
    if (!held) return;
    this.held.forget(ending.id);
    const isReturned = ending.status === 'pending' && ending.charge === 0 && ending.delayMs === null;
    if (isReturned && !refused) this.returned++;
    if (!held.attempt) this.allowance++;
    this.expectWorkFrom(ending);
    const durationMs = held.attempt?.elapsedMs ?? 0;
    this.observer.ended(held.job, ending, { refused, durationMs, started: held.attempt !== undefined });
  }

  /** No trigger reports the work that results from this ending, and it may be due before the next poll. */
  private expectWorkFrom({ delayMs, followUps }: Ending): void {
    if (followUps?.length) this.engine.wake();
    else if (delayMs !== null && delayMs < this.pollEveryMs) this.claimer.hint();
  }

  // 6. Renew: keep the leases, and learn which jobs were lost or cancelled.

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

  private async lookForCancels(): Promise<void> {
    // A claim in flight may bring the cancelled job.
    await this.claims.inFlight;
    if (this.held.size === 0) return;
    // If this fails, the next renewal finds the cancelled jobs.
    const ids = await cancelRequests(this.engine.database, this.id).catch(() => []);
    for (const id of ids) this.cancel(id);
  }

  private cancel(id: string): void {
    const held = this.held.get(id);
    if (held?.attempt) return held.attempt.abort(new CasparianError('JOB_CANCELLED', 'The job was cancelled'));
    if (held && this.held.unbuffer(id)) {
      this.finisher.add({ ...cancelEnding(held.job), measured: { job: held.job, elapsedMs: 0 } });
    }
  }

  // 7. Stop: stop claiming, return what has not started, wait for running jobs, commit, deregister.

  stop({ graceMs = WORKER_DEFAULTS.stopGraceMs }: { graceMs?: number } = {}): Promise<StopReport> {
    return (this.stopping ??= this.end(graceMs));
  }

  private async end(graceMs: number): Promise<StopReport> {
    this.returned = 0;
    await this.stopClaiming();
    this.releaseBuffer();
    await this.attempts.idleWithin(graceMs);
    this.attempts.abort(new CasparianError('WORKER_STOPPING', 'The worker is stopping'), LAST_GRACE_MS);
    await this.attempts.idleWithin(LAST_GRACE_MS + 500);
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, Promise.all([this.notes.flush(), this.finisher.drained()]));
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, this.deregister());
    this.state = 'stopped';
    return { returned: this.returned };
  }

  private async stopClaiming(): Promise<void> {
    const wasRunning = this.state === 'running';
    this.state = 'stopping';
    clearTimeout(this.pollTimer);
    this.claims.stop();
    this.attempts.stop();
    // A start that has not reached the triggers ends by itself. Later it waits for the triggers, which we stop.
    const quiet = wasRunning
      ? this.triggers.map((trigger) => this.stopTrigger(trigger))
      : [this.starting?.catch(() => undefined)];
    const claims = [this.claims.inFlight, this.claimer.searchInFlight];
    await settlesWithin(MAX_WAIT_FOR_DATABASE_MS, Promise.all([...quiet, ...claims]));
  }

  /** A trigger can be the user's code. One that fails to stop must not prevent jobs from being returned. */
  private async stopTrigger(trigger: Trigger): Promise<void> {
    try {
      await trigger.stop();
    } catch (error) {
      this.logger.warn({ trigger: trigger.name, error: errorMessage(error) }, 'A trigger could not be stopped');
    }
  }

  private releaseBuffer(): void {
    for (const job of this.held.unbufferAll()) this.finisher.add(releaseEnding(job));
  }

  private async deregister(): Promise<void> {
    await this.leaseKeeper.stop();
    await this.duties.settled();
    await this.gate.settled();
    await this.presence.end();
  }
}

function leaseLost(): CasparianError {
  return new CasparianError('LEASE_LOST', 'Another worker holds this job now');
}
