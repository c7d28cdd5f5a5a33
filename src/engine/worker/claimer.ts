import { groupedBy } from '../../platform/index.js';
import { TenantShares } from '../fairness.js';
import type { QueueLimit } from '../queue-limit.js';
import { claimBegins, traceClaim } from '../tracing/tracing.js';
import type { ClaimedJob, JobStore, Reach, RescuedJob, Lane, ReadyLanes, Take } from '../store.js';

/** A search for lanes may use at most this share of the time: if dead rows make it slow, it runs less often. */
const SEARCH_SHARE = 0.2;
/** A single search that was slowed down by the machine or the network must not delay the next one for long. */
const MAX_SEARCH_PAUSE_MS = 1_000;
/** Empty lanes that are worth a try when something was enqueued. */
const MAX_REMEMBERED = 16;
/** Even if the known lanes have work, others are searched for this often, so that no tenant is overlooked. */
const MAX_SEARCH_AGE_MS = 1_000;

const RESCUE_BATCH = 200;

interface KnownLane extends Lane {
  /** The last claim emptied it. */
  exhausted: boolean;
}

/**
 * Decides where the next jobs come from. A search finds the lanes with due work; claims then use these lanes, from
 * where the last claim ended, until they are empty. So a claim scans no jobs that it may not take. In PostgreSQL, it
 * also avoids rows that died since the last search and that an old transaction keeps from being vacuumed.
 */
export class Claimer {
  private readonly store: JobStore;
  private readonly reach: Reach;
  private readonly onRescued: (rescued: readonly RescuedJob[]) => void;
  private readonly renewOwn: () => Promise<boolean>;
  private readonly onLimits: (limits: readonly QueueLimit[]) => void;
  private readonly shares = new TenantShares();
  private lanes: KnownLane[] = [];
  /** The next claim searches for lanes first. */
  private hinted = true;
  /** Nothing was tried since the last hint. */
  private untried = true;
  /** The next claim tries the known lanes before it searches for others. */
  private guess = false;
  /** That is all it does. */
  private early = false;
  private lanesFoundAt = -Infinity;
  private searchAllowedAt = -Infinity;
  /** The search in flight, if a claim of known lanes did not wait for it. */
  private searching: Promise<void> | undefined;
  /** Of the first due suspect, when lanes were last searched; 0 without one. */
  private suspicionFound = 0;
  /** Add to performance.now() for the database's clock. */
  private clockOffset = -Infinity;

  constructor(
    store: JobStore,
    reach: Reach,
    onRescued: (rescued: readonly RescuedJob[]) => void,
    renewOwn: () => Promise<boolean> = () => Promise.resolve(true),
    onLimits: (limits: readonly QueueLimit[]) => void = () => undefined,
  ) {
    this.store = store;
    this.reach = reach;
    this.onRescued = onRescued;
    this.renewOwn = renewOwn;
    this.onLimits = onLimits;
  }

  /**
   * Something may have changed: search before reporting that there is nothing to do. With `guess`, a job was enqueued
   * just now while the worker was idle: most likely in a known lane, so a claim there comes first and saves a round
   * trip. Never guess if jobs may have piled up: the search sorts by priority.
   */
  hint({ guess = false } = {}): void {
    this.guess = guess && !this.untried;
    this.early = false;
    this.hinted = true;
    this.untried = true;
  }

  /**
   * A job is being enqueued, and is only visible to a claim in the same commit: the next claim tries the known lanes and does not search.
   * Returns whether that is worth a claim.
   */
  hintEarly(): boolean {
    if (this.lanes.length === 0 || this.untried) return false;
    this.guess = this.early = this.untried = true;
    return true;
  }

  /** Whether a claim can find anything that the last one did not. */
  get worthLooking(): boolean {
    if (this.untried || this.searching || this.due().length > 0) return true;
    return this.hinted && performance.now() >= this.searchAllowedAt;
  }

  /** The suspicion of the next due suspect, as far as is known; 0 without one. */
  get suspicion(): number {
    return this.suspicionFound;
  }

  /** How long until another look can find something, as far as is known; undefined if nothing is planned. */
  get nextLookMs(): number | undefined {
    const now = performance.now();
    if (this.hinted) return Math.max(0, this.searchAllowedAt - now);
    const { databaseNow } = this;
    let nextRunAt = Infinity;
    for (const { headRunAt } of this.lanes) if (headRunAt > databaseNow) nextRunAt = Math.min(nextRunAt, headRunAt);
    return nextRunAt === Infinity ? undefined : nextRunAt - databaseNow;
  }

  /** The search that a claim did not wait for, if it is in flight. Never rejects. */
  get searchInFlight(): Promise<void> | undefined {
    return this.searching;
  }

  /**
   * With short jobs, known lanes are claimed while others are searched for: what the search finds comes with the next claim, which is soon.
   * Otherwise the search comes first, because a lane with a higher priority would have to wait until these jobs are done.
   */
  async claim(owner: string, leaseMs: number, wanted: number, { hasShortJobs = false } = {}): Promise<ClaimedJob[]> {
    const { guess, early } = this;
    this.untried = false;
    this.guess = this.early = false;
    if (guess) {
      this.tryExhausted();
      const jobs = await this.claimKnown(owner, leaseMs, wanted);
      if (jobs.length > 0 || early) return jobs;
    }
    if (hasShortJobs && this.due().length > 0) this.searchAlongside();
    else await this.findLanesIfWorthwhile();
    return this.claimKnown(owner, leaseMs, wanted);
  }

  async claimSuspect(owner: string, leaseMs: number): Promise<ClaimedJob[]> {
    const job = await this.store.claimSuspect(owner, leaseMs, this.reach);
    if (!job) this.suspicionFound = 0;
    return job ? [job] : [];
  }

  /** Takes jobs from workers that stopped renewing, and returns them to their lanes or ends them. */
  async rescue(): Promise<number> {
    // After the database was unavailable, the expired leases may be our own, and their jobs alive.
    if (!(await this.renewOwn())) return 0;
    const rescued = await this.store.rescue(RESCUE_BATCH);
    if (rescued.length > 0) this.onRescued(rescued);
    if (rescued.length === RESCUE_BATCH) this.hinted = true;
    return rescued.length;
  }

  private async claimKnown(owner: string, leaseMs: number, wanted: number): Promise<ClaimedJob[]> {
    for (;;) {
      const takes = this.shares.plan(this.due(), wanted).map((take) => ({ ...take, only: this.reach.only }));
      if (takes.length === 0) return [];
      const begunAt = claimBegins();
      const jobs = await this.store.claim(owner, leaseMs, takes);
      traceClaim(begunAt, jobs);
      this.account(takes, jobs);
      if (jobs.length > 0) return jobs;
    }
  }

  private tryExhausted(): void {
    for (const lane of this.lanes) lane.exhausted = false;
  }

  private searchAlongside(): void {
    // If it fails, the next claim searches again, because the hint stays.
    this.searching ??= this.findLanesIfWorthwhile()
      .catch(() => undefined)
      .finally(() => (this.searching = undefined));
  }

  private async findLanesIfWorthwhile(): Promise<void> {
    await this.searching;
    const now = performance.now();
    if (!this.hinted && this.due().length > 0 && now - this.lanesFoundAt < MAX_SEARCH_AGE_MS) return;
    if (now < this.searchAllowedAt) {
      // Too soon for a full search, but a known lane may have work again.
      return this.tryExhausted();
    }
    this.hinted = false;
    const ready = await this.store.findReadyLanes(this.reach).catch((error: unknown) => {
      this.hinted = true;
      throw error;
    });
    this.remember(ready, now);
    if (ready.expiredLeases && (await this.rescue()) > 0)
      this.remember(await this.store.findReadyLanes(this.reach), now);
  }

  private remember(ready: ReadyLanes, startedAt: number): void {
    const now = performance.now();
    this.onLimits(ready.queueLimits);
    this.suspicionFound = ready.suspicion;
    const found = ready.lanes.map((lane) => ({ ...lane, exhausted: false }));
    const keys = new Set(found.map(keyOf));
    const past = this.lanes.filter((lane) => lane.headRunAt <= ready.now && !keys.has(keyOf(lane)));
    this.lanes = [...found, ...past.slice(0, MAX_REMEMBERED).map((lane) => ({ ...lane, exhausted: true }))];
    this.clockOffset = ready.now - now;
    this.lanesFoundAt = startedAt;
    this.searchAllowedAt = now + Math.min(MAX_SEARCH_PAUSE_MS, (now - startedAt) / SEARCH_SHARE);
  }

  private account(takes: readonly Take[], jobs: readonly ClaimedJob[]): void {
    const served = jobsByLane(takes, jobs);
    const lanes = new Map(this.lanes.map((lane) => [keyOf(lane), lane]));
    for (const take of takes) {
      const key = keyOf(take);
      const own = served.get(key) ?? [];
      this.shares.charge(take.tenant, own.length);
      const lane = lanes.get(key);
      if (!lane) continue;
      const last = lastOf(own);
      if (last) {
        lane.headRunAt = last.runAt;
        if (lane.headId !== undefined) lane.headId = last.id;
      }
      if (own.length < take.quota) lane.exhausted = true;
    }
  }

  private due(): KnownLane[] {
    return this.lanes.filter((lane) => !lane.exhausted && lane.headRunAt <= this.databaseNow);
  }

  private get databaseNow(): number {
    return performance.now() + this.clockOffset;
  }
}

/** Mostly there is one lane. Then no keys are made for jobs, which would take longer than the rest. */
function jobsByLane(takes: readonly Take[], jobs: readonly ClaimedJob[]): Map<string, readonly ClaimedJob[]> {
  const [first] = takes;
  if (takes.length === 1 && first) return new Map([[keyOf(first), jobs]]);
  return groupedBy(jobs, keyOf);
}

/** The one that is last in its lane; a claim returns jobs in any order. */
function lastOf(jobs: readonly ClaimedJob[]): ClaimedJob | undefined {
  let last = jobs[0];
  for (const job of jobs) {
    if (last && (job.runAt > last.runAt || (job.runAt === last.runAt && job.id > last.id))) last = job;
  }
  return last;
}

function keyOf(lane: { queue: string; tenant: string; type: string; priority: number }): string {
  return `${lane.queue}\0${lane.tenant}\0${lane.type}\0${lane.priority}`;
}
