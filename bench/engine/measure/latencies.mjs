import { nowMs } from '../../shared/clock.mjs';
import { percentile } from '../../shared/statistics.mjs';
import { until } from './until.mjs';

/** Collects the time from each stamped payload's enqueue to its handler's start. Jobs without a stamp are warm-up. */
export function collectLatencies() {
  const latencies = [];
  return {
    onStart: (payload) => {
      if (payload.sentAt !== undefined) latencies.push(nowMs() - payload.sentAt);
    },
    count: () => latencies.length,
    reached: (count) => until(() => latencies.length >= count, `${count} jobs to start`),
    summary: () => ({ p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }),
  };
}
