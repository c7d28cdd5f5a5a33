import type { Executor } from '../../database/index.js';
import type { Worker, WorkerObserver, WorkerStatus } from '../../engine/index.js';
import type { Settings } from '../../settings/index.js';
import { readiness } from './readiness.js';
import type { MonitoringServer, MonitoringSources } from './server.js';

export interface Monitoring {
  /** Undefined if no port was wanted. */
  readonly port: number | undefined;
  readonly observers: readonly WorkerObserver[];
  readonly sources: MonitoringSources;
  /** Sets the worker whose readiness is reported. */
  watch(worker: Worker): void;
  close(): Promise<void>;
}

const NOT_STARTED: WorkerStatus = { state: 'new', running: 0, buffered: 0, databaseReachable: false };

/** Collects metrics and health of a worker, if something reports them: a port of the settings, or a server. */
export async function openMonitoring(
  database: Executor,
  settings: Settings,
  { isServed }: { isServed: boolean },
): Promise<Monitoring | undefined> {
  const { metrics_port: port } = settings;
  if (port === undefined && !isServed) return undefined;
  const { createMetrics } = await import('../metrics/registry.js');
  const metrics = createMetrics(settings.worker_id, database);
  let watched: Worker | undefined;
  const sources: MonitoringSources = {
    contentType: metrics.contentType,
    onServed: (request) => metrics.onServed(request),
    scrape: () => metrics.scrape(),
    readiness: () => readiness(watched?.status ?? NOT_STARTED, database),
  };
  const server = port === undefined ? undefined : await serve({ port, host: settings.metrics_host }, sources);
  return {
    port: server?.port,
    observers: metrics.observers,
    sources,
    watch: (worker) => void (watched = worker),
    close: async () => server?.close(),
  };
}

/** Imported when it is needed: most workers have no port, and Node's server takes memory. */
async function serve(
  address: { port: number; host: string | undefined },
  sources: MonitoringSources,
): Promise<MonitoringServer> {
  const { startMonitoring } = await import('./server.js');
  return startMonitoring(address, sources);
}
