import type { LocalWorkerOptions } from '../../operations/index.js';
import type { Settings } from '../../settings/index.js';

/** How a worker claims and renews jobs, according to the settings. */
export function workerOptions(settings: Settings): LocalWorkerOptions {
  return {
    id: settings.worker_id,
    concurrency: settings.concurrency,
    leaseMs: Math.round(settings.lease_seconds * 1_000),
    renewEveryMs: Math.round(settings.lease_renew_seconds * 1_000),
    pollEveryMs: settings.poll_interval_ms,
  };
}
