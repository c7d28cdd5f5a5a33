import { isoTime } from '../../platform/index.js';
import type { ActivityReport, MeasuredActivity } from './find-activity.js';

export function activityJson({ from, to, stepMs, sources }: ActivityReport): object {
  return {
    from: isoTime(from),
    to: isoTime(to),
    step_seconds: stepMs / 1_000,
    sources: sources.map(({ source, total, points }) => ({
      source,
      total: measuredJson(total),
      points: points.map(({ at, ...point }) => ({ at: isoTime(at), ...measuredJson(point) })),
    })),
  };
}

function measuredJson({ p50Ms, p95Ms, averageWaitMs, ...counts }: MeasuredActivity): object {
  return { ...counts, p50_ms: p50Ms, p95_ms: p95Ms, average_wait_ms: averageWaitMs };
}
