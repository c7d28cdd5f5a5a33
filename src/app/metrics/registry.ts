import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Executor } from '../../database/index.js';
import type { WorkerObserver } from '../../engine/index.js';
import { databaseMetrics } from './database-metrics.js';
import { passportMetrics } from './passport-metrics.js';
import { webhookMetrics } from './webhook-metrics.js';
import { workerMetrics } from './worker-metrics.js';

export interface Metrics {
  readonly observers: readonly WorkerObserver[];
  readonly contentType: string;
  /** All metrics in the text format of Prometheus. */
  scrape(): Promise<string>;
}

/** The metrics of one worker process. docs/reference/metrics.md describes each of them. */
export function createMetrics(workerId: string, database: Executor): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  databaseMetrics(registry, database);
  return {
    observers: [workerMetrics(registry, workerId), webhookMetrics(registry), passportMetrics(registry)],
    contentType: registry.contentType,
    scrape: () => registry.metrics(),
  };
}
