import { Counter, Histogram, type Registry } from 'prom-client';
import type { ServedRequest } from '../../server/index.js';

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Requests to the API. The names are those of the specification. `path` is the path of a route with its parameters' names, so that
 * ids do not become series; unknown paths share one.
 */
export function requestMetrics(registry: Registry): (request: ServedRequest) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'bpc_http_requests_total',
    help: 'Requests to the API that were responded to',
    labelNames: ['method', 'path', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'bpc_http_request_duration_seconds',
    help: 'Time from the request to the start of its response',
    labelNames: ['method', 'path'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const limited = new Counter({
    name: 'bpc_rate_limited_total',
    help: 'Requests that were refused because their key made too many',
    registers,
  });
  return ({ method, route, status, durationMs }) => {
    const path = route ?? '(unknown)';
    requests.inc({ method, path, status: String(status) });
    duration.observe({ method, path }, durationMs / 1_000);
    if (status === 429) limited.inc();
  };
}
