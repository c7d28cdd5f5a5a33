import assert from 'node:assert/strict';
import type { CasparianError } from '../../platform/index.js';
import type { JobDefinition } from '../declare-job.js';
import { releaseEnding, snoozeEnding } from '../ending.js';
import type { ClaimedJob, Ending } from '../store.js';
import { Attempt, type AttemptOwner, type AttemptSetting } from './attempt.js';
import type { Held, HeldJobs } from './held-jobs.js';
import type { GateAnswer, LimitGate } from './limit-gate.js';
import { settlesWithin } from './settles-within.js';

export interface RunningAttemptsSetting extends AttemptSetting {
  held: HeldJobs;
  definitions: ReadonlyMap<string, JobDefinition>;
  concurrency: number;
  gate: LimitGate;
  /** Called for each attempt that has ended and no longer counts. */
  owner: AttemptOwner;
  /** Called for a job that a limit returned to the queue. It is pending already. */
  onParked: (job: ClaimedJob, delayMs: number) => void;
  /** Called for a job that must be returned without having started. */
  onUnstarted: (ending: Ending) => void;
}

/** The running attempts, at most `concurrency` at a time. What each attempt needs is a field here; see Decisions in docs/design/engine.md. */
export class RunningAttempts implements AttemptOwner {
  private readonly setting: RunningAttemptsSetting;
  private readonly held: HeldJobs;
  private readonly definitions: ReadonlyMap<string, JobDefinition>;
  private readonly gate: LimitGate;
  private readonly owner: AttemptOwner;
  private readonly concurrency: number;
  private running = 0;
  private starting = false;
  private stopped: boolean;
  private whenIdle: (() => void) | undefined;

  constructor(setting: RunningAttemptsSetting) {
    this.setting = setting;
    this.held = setting.held;
    this.definitions = setting.definitions;
    this.gate = setting.gate;
    this.owner = setting.owner;
    this.concurrency = setting.concurrency;
    this.stopped = false;
  }

  get count(): number {
    return this.running;
  }

  get freeSlots(): number {
    return this.concurrency - this.running;
  }

  /** Starts a buffered job in every free slot. */
  startBuffered(): void {
    // A synchronous handler ends inside `start` and calls this again: the loop below continues instead.
    if (this.starting) return;
    this.starting = true;
    const limited: Held[] = [];
    while (this.freeSlots > 0 && !this.stopped) {
      const next = this.held.next();
      if (!next) break;
      if (this.gate.isLimited(next.job)) {
        this.running++;
        limited.push(next);
      } else this.start(next);
    }
    this.starting = false;
    if (limited.length > 0) void this.startAdmitted(limited);
  }

  onAttemptEnd(attempt: Attempt, ending: Ending | undefined): void {
    this.running--;
    this.owner.onAttemptEnd(attempt, ending);
    if (this.running === 0) this.whenIdle?.();
  }

  /** No more attempts start; running ones continue. */
  stop(): void {
    this.stopped = true;
  }

  /** Waits until none runs, but not longer than this. */
  async idleWithin(withinMs: number): Promise<void> {
    if (this.running === 0) return;
    await settlesWithin(withinMs, new Promise<void>((resolve) => (this.whenIdle = resolve)));
  }

  abort(reason: CasparianError, graceMs: number): void {
    for (const attempt of this.held.attempts()) attempt.abort(reason, graceMs);
  }

  private start(held: Held): void {
    this.running++;
    this.create(held).start();
  }

  /** Their slots are taken while the limits are asked: a handler starts right after its limits allowed it. */
  private async startAdmitted(limited: readonly Held[]): Promise<void> {
    const answers = await this.gate.admit(limited.map(({ job }) => job));
    for (const answer of answers) {
      const held = this.held.under(answer.job);
      if (answer.result === 'admitted' && held && answer.waitMs > 0)
        setTimeout(() => this.follow(answer, held), answer.waitMs);
      else this.follow(answer, held);
    }
  }

  private follow(answer: GateAnswer, held: Held | undefined): void {
    const { job, result } = answer;
    if (held && !this.stopped) {
      if (result === 'admitted') return this.create(held).start();
      if (result === 'failed') return this.create(held).startFailed(answer.error);
    }
    this.running--;
    if (result === 'parked') this.setting.onParked(job, answer.delayMs);
    else if (result === 'postponed') this.setting.onUnstarted(snoozeEnding(job, answer.delayMs));
    else this.setting.onUnstarted(releaseEnding(job));
    if (this.running === 0) this.whenIdle?.();
  }

  private create(held: Held): Attempt {
    const definition = this.definitions.get(held.job.type);
    assert(definition, 'only types with a definition are claimed');
    return (held.attempt = new Attempt(held.job, definition, this.setting, this));
  }
}
