import { TenantShares } from '../fairness.js';
import type { ClaimedJob, JobStore, Reach, RescuedJob, Strip, Survey, Take } from '../store.js';

/** A survey may use at most this share of the time: when dead rows make it slow, it comes less often. */
const SURVEY_SHARE = 0.2;
/** But a stall of the machine or of the network that one survey ran into must not keep the worker from looking for long. */
const MAX_SURVEY_PAUSE_MS = 1_000;
/** Strips without work that are worth a try when something was enqueued. */
const MAX_REMEMBERED = 16;
/** However well the known strips serve, others are looked for this often, so that no tenant waits unseen. */
const MAX_SURVEY_AGE_MS = 1_000;

const RESCUE_BATCH = 200;

interface KnownStrip extends Strip {
  /** The last claim emptied it. */
  exhausted: boolean;
}

/**
 * Decides where the next jobs come from. A survey finds the strips with work; claims then go straight to them, from
 * where the last claim ended, until they run dry. So a claim neither scans what it may not take nor, in PostgreSQL,
 * walks over rows that died since the last survey while an old transaction keeps them from being cleaned away.
 */
export class Claimer {
  private readonly store: JobStore;
  private readonly reach: Reach;
  private readonly onRescued: (rescued: readonly RescuedJob[]) => void;
  private readonly renewOwn: () => Promise<boolean>;
  private readonly shares = new TenantShares();
  private strips: KnownStrip[] = [];
  /** A survey is owed. */
  private hinted = true;
  /** Nothing was tried since the last hint. */
  private untried = true;
  /** The next claim tries the known strips before it surveys. */
  private guess = false;
  private surveyedAt = -Infinity;
  private surveyAllowedAt = -Infinity;
  /** Add to performance.now() for the database's clock. */
  private clockOffset = 0;

  constructor(
    store: JobStore,
    reach: Reach,
    onRescued: (rescued: readonly RescuedJob[]) => void,
    renewOwn: () => Promise<boolean> = () => Promise.resolve(true),
  ) {
    this.store = store;
    this.reach = reach;
    this.onRescued = onRescued;
    this.renewOwn = renewOwn;
  }

  /**
   * Something may have changed: look before saying that there is nothing to do. With `guess`, an idle worker heard that
   * a job was enqueued just now: most likely in a strip it knows, so a claim there comes first and saves a round trip.
   * Never guess when jobs may have piled up: the survey is what puts priorities in order.
   */
  hint({ guess = false } = {}): void {
    this.guess = guess && !this.untried;
    this.hinted = true;
    this.untried = true;
  }

  /** Whether a claim can find anything that the last one did not. */
  get worthALook(): boolean {
    return this.untried || (this.hinted && performance.now() >= this.surveyAllowedAt) || this.due().length > 0;
  }

  /** How long until looking again can find something, as far as is known; undefined when nothing is planned. */
  get nextLookMs(): number | undefined {
    const now = performance.now();
    if (this.hinted) return Math.max(0, this.surveyAllowedAt - now);
    const { databaseNow } = this;
    let nextRunAt = Infinity;
    for (const { headRunAt } of this.strips) if (headRunAt > databaseNow) nextRunAt = Math.min(nextRunAt, headRunAt);
    return nextRunAt === Infinity ? undefined : nextRunAt - databaseNow;
  }

  async claim(owner: string, leaseMs: number, wanted: number): Promise<ClaimedJob[]> {
    const { guess } = this;
    this.untried = false;
    this.guess = false;
    if (guess) {
      this.tryExhausted();
      const jobs = await this.claimKnown(owner, leaseMs, wanted);
      if (jobs.length > 0) return jobs;
    }
    await this.surveyIfWorthwhile();
    return this.claimKnown(owner, leaseMs, wanted);
  }

  /** Takes jobs from workers that stopped renewing, and puts them back into their strips or to rest. */
  async rescue(): Promise<number> {
    // After a time without the database the expired leases may be our own, and their jobs alive.
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
      const jobs = await this.store.claim(owner, leaseMs, takes);
      this.account(takes, jobs);
      if (jobs.length > 0) return jobs;
    }
  }

  private tryExhausted(): void {
    for (const strip of this.strips) strip.exhausted = false;
  }

  private async surveyIfWorthwhile(): Promise<void> {
    const now = performance.now();
    if (!this.hinted && this.due().length > 0 && now - this.surveyedAt < MAX_SURVEY_AGE_MS) return;
    if (now < this.surveyAllowedAt) {
      // Too soon to look everywhere, but a known strip may have work again.
      return this.tryExhausted();
    }
    this.hinted = false;
    const survey = await this.store.survey(this.reach).catch((error: unknown) => {
      this.hinted = true;
      throw error;
    });
    this.remember(survey, now);
    if (survey.expiredLeases && (await this.rescue()) > 0) this.remember(await this.store.survey(this.reach), now);
  }

  private remember(survey: Survey, startedAt: number): void {
    const now = performance.now();
    const found = survey.strips.map((strip) => ({ ...strip, exhausted: false }));
    const keys = new Set(found.map(keyOf));
    const past = this.strips.filter((strip) => strip.headRunAt <= survey.now && !keys.has(keyOf(strip)));
    this.strips = [...found, ...past.slice(0, MAX_REMEMBERED).map((strip) => ({ ...strip, exhausted: true }))];
    this.clockOffset = survey.now - now;
    this.surveyedAt = startedAt;
    this.surveyAllowedAt = now + Math.min(MAX_SURVEY_PAUSE_MS, (now - startedAt) / SURVEY_SHARE);
  }

  private account(takes: readonly Take[], jobs: readonly ClaimedJob[]): void {
    const served = new Map<string, { count: number; lastRunAt: number }>();
    for (const job of jobs) {
      const entry = served.get(keyOf(job));
      if (entry) {
        entry.count++;
        entry.lastRunAt = Math.max(entry.lastRunAt, job.runAt);
      } else served.set(keyOf(job), { count: 1, lastRunAt: job.runAt });
      this.shares.charge(job.tenant, 1);
    }
    const byKey = new Map(this.strips.map((strip) => [keyOf(strip), strip]));
    for (const take of takes) {
      const strip = byKey.get(keyOf(take));
      if (!strip) continue;
      const entry = served.get(keyOf(take));
      if (entry) strip.headRunAt = entry.lastRunAt;
      if ((entry?.count ?? 0) < take.quota) strip.exhausted = true;
    }
  }

  private due(): KnownStrip[] {
    return this.strips.filter((strip) => !strip.exhausted && strip.headRunAt <= this.databaseNow);
  }

  private get databaseNow(): number {
    return performance.now() + this.clockOffset;
  }
}

function keyOf(strip: { queue: string; tenant: string; type: string; priority: number }): string {
  return `${strip.queue}\0${strip.tenant}\0${strip.type}\0${strip.priority}`;
}
