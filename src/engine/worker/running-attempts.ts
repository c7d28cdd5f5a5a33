import assert from 'node:assert/strict';
import type { CasparianError } from '../../platform/index.js';
import type { JobDefinition } from '../declare-job.js';
import type { Ending } from '../store.js';
import { Attempt, type AttemptSetting } from './attempt.js';
import type { Held, HeldJobs } from './held-jobs.js';
import { settlesWithin } from './settles-within.js';

export interface RunningAttemptsSetting extends Omit<AttemptSetting, 'onEnd'> {
  held: HeldJobs;
  definitions: ReadonlyMap<string, JobDefinition>;
  concurrency: number;
  /** Called when one has ended and no longer counts. */
  onEnd: (attempt: Attempt, ending: Ending | undefined) => void;
}

/** The running attempts, at most `concurrency` at a time. */
export class RunningAttempts {
  private readonly setting: RunningAttemptsSetting;
  private readonly attemptSetting: AttemptSetting;
  private running = 0;
  private starting = false;
  private stopped = false;
  private whenIdle: (() => void) | undefined;

  constructor(setting: RunningAttemptsSetting) {
    this.setting = setting;
    this.attemptSetting = { ...setting, onEnd: (attempt, ending) => this.ended(attempt, ending) };
  }

  get count(): number {
    return this.running;
  }

  get freeSlots(): number {
    return this.setting.concurrency - this.running;
  }

  /** Starts a buffered job in every free slot. */
  startBuffered(): void {
    // A synchronous handler ends inside `start` and calls this again: the loop below continues instead.
    if (this.starting) return;
    this.starting = true;
    while (this.freeSlots > 0 && !this.stopped) {
      const next = this.setting.held.next();
      if (!next) break;
      this.start(next);
    }
    this.starting = false;
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
    for (const attempt of this.setting.held.attempts()) attempt.abort(reason, graceMs);
  }

  private start(held: Held): void {
    const definition = this.setting.definitions.get(held.job.type);
    assert(definition, 'only types with a definition are claimed');
    this.running++;
    held.attempt = new Attempt(held.job, definition, this.attemptSetting);
    held.attempt.start();
  }

  private ended(attempt: Attempt, ending: Ending | undefined): void {
    this.running--;
    this.setting.onEnd(attempt, ending);
    if (this.running === 0) this.whenIdle?.();
  }
}
