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
  const seriesOf = seriesByLabels((method: string, path: string, status: string) => ({
    requests: requests.labels({ method, path, status }),
    duration: duration.labels({ method, path }),
  }));
  return ({ method, route, status, durationMs }) => {
    const series = seriesOf(method, route ?? '(unknown)', String(status));
    series.requests.inc();
    series.duration.observe(durationMs / 1_000);
    if (status === 429) limited.inc();
  };
}

/** Finding a series by its labels costs more than counting in it. There are as many as routes and statuses. */
function seriesByLabels<Series>(
  create: (method: string, path: string, status: string) => Series,
): (method: string, path: string, status: string) => Series {
  const known = new Map<string, Series>();
  return (method, path, status) => {
    const key = `${method} ${status} ${path}`;
    const series = known.get(key) ?? create(method, path, status);
    known.set(key, series);
    return series;
  };
}
