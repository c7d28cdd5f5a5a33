import { createWorker, type Engine, type Worker, type WorkerOptions } from '../../engine/index.js';
import type { Settings } from '../../settings/index.js';

/** A worker as the settings have it. */
export function configuredWorker(
  engine: Engine,
  settings: Settings,
  options: Omit<WorkerOptions, 'id' | 'leaseMs' | 'renewEveryMs' | 'pollEveryMs'>,
): Worker {
  return createWorker(engine, {
    id: settings.worker_id,
    concurrency: settings.concurrency,
    leaseMs: Math.round(settings.lease_seconds * 1_000),
    renewEveryMs: Math.round(settings.lease_renew_seconds * 1_000),
    pollEveryMs: settings.poll_interval_ms,
    ...options,
  });
}
