import type { Database } from '../../database/index.js';
import type { Logger } from '../../platform/index.js';
import { announceWorker, forgetWorker } from '../workers.js';

type Announcement = Parameters<typeof announceWorker>[1];

/** That a worker is there, as the others see it. */
export class Presence {
  /** Another live worker goes by the same id. */
  hasDuplicateId = false;
  private lastAnnouncedAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly worker: Announcement,
    private readonly logger: Logger,
  ) {}

  get workerId(): string {
    return this.worker.id;
  }

  /** In time for nobody to think that it is gone. */
  async keepUp(): Promise<void> {
    if (performance.now() - this.lastAnnouncedAt > this.worker.leaseMs / 2) await this.announce();
  }

  async announce(): Promise<void> {
    const { database, worker, logger } = this;
    this.hasDuplicateId = await announceWorker(database, worker);
    this.lastAnnouncedAt = performance.now();
    if (this.hasDuplicateId)
      logger.warn({ worker_id: worker.id }, 'Another live worker has the same id; give each its own');
  }

  async end(): Promise<void> {
    const { id, instance } = this.worker;
    // A row that stays says less with every second: after the lease time, nobody takes it for a live worker.
    await forgetWorker(this.database, id, instance).catch(() => undefined);
  }
}
