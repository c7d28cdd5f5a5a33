import { errorMessage, type Logger } from '../../platform/index.js';
import type { Engine } from '../engine.js';
import { fireDueSchedules } from '../schedules/fire.js';
import type { Presence } from './presence.js';

/** Regular duties of a worker besides jobs: heartbeats and due schedules. One round at a time. */
export class Duties {
  private round: Promise<void> | undefined;

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
    } catch (error) {
      this.logger.warn(
        { worker_id: this.presence.workerId, error: errorMessage(error) },
        'Background duties failed, trying again',
      );
    }
  }
}
