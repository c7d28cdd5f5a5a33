import { errorMessage, type Logger } from '../../platform/index.js';
import type { ClaimedJob } from '../store.js';
import type { Claimer } from './claimer.js';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Timers cannot wait for more than 24 days; a job that is due later is looked up again. */
const MAX_LOOK_AHEAD_MS = 3_600_000;

export interface ClaimLoopSetting {
  claimer: Claimer;
  owner: string;
  leaseMs: number;
  logger: Logger;
  worker: ClaimLoopOwner;
  onClaimed: (jobs: ClaimedJob[], latencyMs: number) => void;
  onFailed: (error: unknown) => void;
  /** Called before a retry: the response to a failed claim may have been lost, with jobs in it. */
  beforeRetry: () => Promise<void>;
}

/** Methods, because V8 compiles closures for each worker; see Decisions in docs/design/engine.md. */
export interface ClaimLoopOwner {
  room(): Room;
  /** Starts claimed jobs, and calls `look` when there is room for more. */
  pump(): void;
}

export interface Room {
  /** How many jobs the worker can accept now, or a suspect. */
  wanted: number | 'suspect';
  /** What this claim brings is over soon. */
  hasShortJobs: boolean;
}

/**
 * Decides when to claim: one claim at a time, again when more may be due, with growing pauses while the database is
 * unavailable.
 */
export class ClaimLoop {
  private readonly setting: ClaimLoopSetting;
  private readonly claimer: Claimer;
  private readonly worker: ClaimLoopOwner;
  private claiming: Promise<void> | undefined;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped: boolean;

  constructor(setting: ClaimLoopSetting) {
    this.setting = setting;
    this.claimer = setting.claimer;
    this.worker = setting.worker;
    this.stopped = false;
  }

  get databaseReachable(): boolean {
    return this.failures === 0;
  }

  /** The claim in flight, if any. Never rejects. */
  get inFlight(): Promise<void> | undefined {
    return this.claiming;
  }

  /** Claims, unless a claim is in flight or would find nothing. Cheap to call. */
  look(): void {
    if (this.stopped || this.claiming) return;
    const room = this.worker.room();
    if (room.wanted === 0 || (room.wanted !== 'suspect' && !this.claimer.worthLooking)) return;
    this.claiming = this.claim(room).then(() => {
      this.claiming = undefined;
      this.planNext();
    });
  }

  /** No more claims begin. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async claim({ wanted, hasShortJobs }: Room): Promise<void> {
    const { claimer } = this;
    const { owner, leaseMs, logger, onClaimed, onFailed, beforeRetry } = this.setting;
    const begun = performance.now();
    try {
      if (this.failures > 0) await beforeRetry();
      const jobs =
        wanted === 'suspect'
          ? await claimer.claimSuspect(owner, leaseMs)
          : await claimer.claim(owner, leaseMs, wanted, { hasShortJobs });
      this.failures = 0;
      if (jobs.length > 0) onClaimed(jobs, performance.now() - begun);
    } catch (error) {
      this.failures++;
      claimer.hint();
      logger.warn({ worker_id: owner, error: errorMessage(error) }, 'Claim failed, trying again');
      onFailed(error);
    }
  }

  private planNext(): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    if (this.failures > 0) {
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1)) * (0.5 + Math.random());
      this.timer = setTimeout(() => this.worker.pump(), pauseMs);
      return;
    }
    // Read before the look: what becomes due in between is then found by the look, or has its timer.
    const { nextLookMs } = this.claimer;
    this.worker.pump();
    // Work that is due now waits for a free slot, not for a timer.
    if (this.claiming || nextLookMs === undefined || nextLookMs === 0) return;
    // Rounded up and checked again: a look a fraction of a millisecond too early would leave the job to the next poll.
    this.timer = setTimeout(() => this.planNext(), Math.min(MAX_LOOK_AHEAD_MS, Math.ceil(nextLookMs)));
  }
}
