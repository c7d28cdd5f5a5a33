import type { Database } from '../../database/index.js';
import type { Logger } from '../../platform/index.js';
import { announceWorker, forgetWorker } from '../workers.js';

type Announcement = Parameters<typeof announceWorker>[1];

/** The registration of a worker in the database. */
export class Presence {
  /** Another live worker has the same id. */
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

  /** Renews the heartbeat before other processes consider the worker dead. */
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
    // A remaining row is harmless: after the lease time it no longer counts as a live worker.
    await forgetWorker(this.database, id, instance).catch(() => undefined);
  }
}
