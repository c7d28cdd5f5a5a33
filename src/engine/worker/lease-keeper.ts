import { errorMessage, type Logger } from '../../platform/index.js';
import type { HeldJob, JobStore, Renewal } from '../store.js';

const MAX_RETRY_PAUSE_MS = 1_000;

export interface LeaseKeeperSetting {
  store: JobStore;
  owner: string;
  leaseMs: number;
  renewEveryMs: number;
  logger: Logger;
  held: () => readonly HeldJob[];
  onRenewed: (renewal: Renewal, asked: readonly HeldJob[]) => void;
}

/** Renews the leases of everything the worker holds, in one statement, and reports which were lost or cancelled. */
export class LeaseKeeper {
  private readonly setting: LeaseKeeperSetting;
  private timer: NodeJS.Timeout | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private renewing: Promise<boolean> | undefined;
  private stopped = false;

  constructor(setting: LeaseKeeperSetting) {
    this.setting = setting;
  }

  start(): void {
    this.timer = setInterval(() => void this.renew(), this.setting.renewEveryMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    clearTimeout(this.retryTimer);
    await this.renewing;
  }

  /** Renews now. Returns whether the database could be reached. */
  renew(): Promise<boolean> {
    return (this.renewing ??= this.renewOnce().finally(() => (this.renewing = undefined)));
  }

  private async renewOnce(): Promise<boolean> {
    const { store, owner, leaseMs, logger, held, onRenewed } = this.setting;
    const jobs = held();
    if (jobs.length === 0) return true;
    try {
      onRenewed(await store.renew(owner, leaseMs, jobs), jobs);
      return true;
    } catch (error) {
      logger.warn({ error: errorMessage(error), jobs: jobs.length }, 'Leases not renewed, trying again');
      this.renewSoon();
      return false;
    }
  }

  /** The next regular renewal may come after the leases have expired, and live jobs would be rescued. */
  private renewSoon(): void {
    if (this.stopped) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.renew(), Math.min(MAX_RETRY_PAUSE_MS, this.setting.renewEveryMs / 10));
  }
}
