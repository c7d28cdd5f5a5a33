import type { ClaimedJob } from '../store.js';

/** A busy worker leaves a suspect to an idle one for this long. */
const PATIENCE_MS = 1_000;
/** Suspects run one after another for this long before other jobs get their turn. */
const SESSION_MS = 1_000;

/**
 * How long a suspect has the worker to itself. Most poison jobs kill at once, and a worker must not stand still for the
 * hours that an innocent job may take. A job that was in several crashes takes longer to kill, or met other suspects.
 */
export function aloneForMs(suspicion: number): number {
  if (suspicion <= 1) return 10_000;
  return suspicion === 2 ? 100_000 : Infinity;
}

/** What a worker may claim now. */
export type Permission = 'jobs' | 'suspect' | 'nothing';

export interface IsolationView {
  /** The suspicion of the next due suspect; 0 without one. */
  suspicion: number;
  /** How many jobs the worker holds. */
  held: number;
  isHeld: (job: ClaimedJob) => boolean;
  /** Nothing else is due. */
  isIdle: boolean;
  now: number;
}

/**
 * Runs suspects one at a time: if the worker dies with a single job, that job is the cause. Before a suspect starts, the
 * worker waits until its other jobs have ended. Half of the time belongs to the other jobs, if there are any.
 */
export class Isolation {
  private alone: { job: ClaimedJob; since: number } | undefined;
  private waitingSince: number | undefined;
  private sessionBegan: number | undefined;
  private pausedUntil = -Infinity;

  started(job: ClaimedJob, now: number): void {
    this.alone = { job, since: now };
    this.sessionBegan ??= this.waitingSince ?? now;
    this.waitingSince = undefined;
  }

  permits(view: IsolationView): Permission {
    const { suspicion, held, isIdle, now } = view;
    if (this.alone && !this.isOver(this.alone, view)) return 'nothing';
    this.endTurn(now);
    if (suspicion === 0 || (now < this.pausedUntil && !isIdle)) {
      this.waitingSince = undefined;
      return 'jobs';
    }
    this.waitingSince ??= now;
    if (held === 0) return 'suspect';
    const waitedMs = now - this.waitingSince - PATIENCE_MS;
    if (waitedMs < 0) return 'jobs';
    return waitedMs < aloneForMs(suspicion) ? 'nothing' : 'suspect';
  }

  private isOver({ job, since }: { job: ClaimedJob; since: number }, { isHeld, now }: IsolationView): boolean {
    return !isHeld(job) || now - since >= aloneForMs(job.suspicion);
  }

  /** The suspect has ended, or had its time. */
  private endTurn(now: number): void {
    if (!this.alone || this.sessionBegan === undefined) return;
    this.alone = undefined;
    const tookMs = now - this.sessionBegan;
    if (tookMs < SESSION_MS) return;
    this.pausedUntil = now + tookMs;
    this.sessionBegan = undefined;
  }
}
