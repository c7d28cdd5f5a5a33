import { Counter, Histogram, type Registry } from 'prom-client';
import { onSourceReport } from '../../collect/index.js';
import { boundedLabels } from './worker-metrics.js';

const WAIT_BUCKETS = [0.05, 0.25, 1, 2.5, 10, 30, 60, 300, 900];

/** Requests of this process to sources of prices, how long they waited for limits, and what the caches saved. */
export function sourceMetrics(registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'casparian_source_requests_total',
    help: 'Requests to sources: ok, or the class of the failure',
    labelNames: ['tenant_id', 'source', 'outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'casparian_source_throttle_wait_seconds',
    help: 'Time that requests waited for the limit of their source',
    labelNames: ['tenant_id', 'source'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  const cache = new Counter({
    name: 'casparian_cache_requests_total',
    help: 'Looks into the stored responses and the HTTP cache of sources: hit, miss, validated or stale',
    labelNames: ['layer', 'result'],
    registers,
  });
  const [tenants, sources] = [boundedLabels(), boundedLabels()];
  onSourceReport((report) => {
    const labels = { tenant_id: tenants(report.tenant), source: sources(report.source) };
    if (report.kind === 'request') requests.inc({ ...labels, outcome: report.outcome });
    else if (report.kind === 'wait') waits.observe(labels, report.ms / 1_000);
    else cache.inc({ layer: report.layer, result: report.result });
  });
}
