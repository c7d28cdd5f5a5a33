import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Executor } from '../../database/index.js';
import type { WorkerObserver } from '../../engine/index.js';
import type { ServedRequest } from '../../server/index.js';
import { databaseMetrics } from './database-metrics.js';
import { installationMetrics } from './installation-metrics.js';
import { passportMetrics } from './passport-metrics.js';
import { processMetrics } from './process-metrics.js';
import { requestMetrics } from './request-metrics.js';
import { rowMetrics } from './row-metrics.js';
import { sourceMetrics } from './source-metrics.js';
import { webhookMetrics } from './webhook-metrics.js';
import { workerMetrics } from './worker-metrics.js';

export interface Metrics {
  readonly observers: readonly WorkerObserver[];
  readonly onServed: (request: ServedRequest) => void;
  readonly contentType: string;
  /** All metrics in the text format of Prometheus. */
  scrape(): Promise<string>;
}

/** The metrics of one process: a worker, a server, or both. docs/reference/metrics.md describes each of them. */
export function createMetrics(workerId: string, database: Executor): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  databaseMetrics(registry, database);
  installationMetrics(registry, database);
  processMetrics(registry, database);
  sourceMetrics(registry);
  return {
    observers: [
      workerMetrics(registry, workerId),
      rowMetrics(registry),
      webhookMetrics(registry),
      passportMetrics(registry),
    ],
    onServed: requestMetrics(registry),
    contentType: registry.contentType,
    scrape: () => registry.metrics(),
  };
}
