import type { Executor } from '../../database/index.js';
import type { Worker, WorkerObserver, WorkerStatus } from '../../engine/index.js';
import type { Settings } from '../../settings/index.js';
import { readiness } from './readiness.js';
import { startMonitoring } from './server.js';

export interface Monitoring {
  readonly port: number;
  readonly observers: readonly WorkerObserver[];
  /** Sets the worker whose readiness is reported. */
  watch(worker: Worker): void;
  close(): Promise<void>;
}

const NOT_STARTED: WorkerStatus = { state: 'new', running: 0, buffered: 0, databaseReachable: false };

/** Serves metrics and health, if the settings name a port. */
export async function openMonitoring(database: Executor, settings: Settings): Promise<Monitoring | undefined> {
  if (settings.metrics_port === undefined) return undefined;
  const { createMetrics } = await import('../metrics/registry.js');
  const metrics = createMetrics(settings.worker_id, database);
  let watched: Worker | undefined;
  const server = await startMonitoring(
    { port: settings.metrics_port, host: settings.metrics_host },
    {
      contentType: metrics.contentType,
      scrape: () => metrics.scrape(),
      readiness: () => readiness(watched?.status ?? NOT_STARTED, database),
    },
  );
  return {
    port: server.port,
    observers: metrics.observers,
    watch: (worker) => void (watched = worker),
    close: () => server.close(),
  };
}
