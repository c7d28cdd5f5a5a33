import { errorMessage, type Logger } from '../../platform/index.js';
import type { Engine } from '../engine.js';
import { sweepLimits } from '../limits/sweep.js';
import { fireDueSchedules } from '../schedules/fire.js';
import { rollUpStats } from '../stats/roll-up.js';
import type { Presence } from './presence.js';

/** Limits are passed on when a job ends; this only finds what a crash left. */
const SWEEP_EVERY_MS = 10_000;
/** An hour is added up once; this only looks whether one has ended. */
const ROLL_UP_EVERY_MS = 60_000;

/** Regular duties of a worker besides jobs: heartbeats, due schedules, unused limits and statistics. One round at a time. */
export class Duties {
  private round: Promise<void> | undefined;
  private sweptAt = performance.now();
  private rolledUpAt = -Infinity;

  constructor(
    private readonly engine: Engine,
    private readonly presence: Presence,
    private readonly logger: Logger,
  ) {}

  begin(): void {
    this.round ??= this.perform().finally(() => (this.round = undefined));
  }

  /** Resolves when the current round, if any, has ended. */
  async settled(): Promise<void> {
    await this.round;
  }

  private async perform(): Promise<void> {
    try {
      await this.presence.keepUp();
      await fireDueSchedules(this.engine);
      await this.sweepIfDue();
      await this.rollUpIfDue();
    } catch (error) {
      this.logger.warn(
        { worker_id: this.presence.workerId, error: errorMessage(error) },
        'Background duties failed, trying again',
      );
    }
  }

  private async sweepIfDue(): Promise<void> {
    if (performance.now() - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = performance.now();
    if ((await sweepLimits(this.engine.database)) > 0) this.engine.wake();
  }

  private async rollUpIfDue(): Promise<void> {
    if (performance.now() - this.rolledUpAt < ROLL_UP_EVERY_MS) return;
    this.rolledUpAt = performance.now();
    await rollUpStats(this.engine.database);
  }
}
