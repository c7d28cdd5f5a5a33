import { isoTime } from '../../platform/index.js';
import { FINISHED_STATUSES } from '../job.js';
import type { JobStats, Measured } from './job-stats.js';
import type { CountedOutcome } from './tally.js';

export interface MeasuredJson {
  readonly counts: Readonly<Record<CountedOutcome, number>>;
  readonly duration_ms: {
    readonly average: number | null;
    readonly p50: number | null;
    readonly p95: number | null;
    readonly longest: number | null;
  };
  readonly average_wait_ms: number | null;
}

export interface JobStatsJson {
  readonly from: string | null;
  readonly to: string | null;
  readonly step_seconds: number;
  readonly total: MeasuredJson;
  readonly groups: readonly (MeasuredJson & { readonly queue: string; readonly type: string })[];
  readonly points: readonly (MeasuredJson & { readonly at: string | null })[];
}

export function jobStatsJson({ from, to, stepMs, total, groups, points }: JobStats): JobStatsJson {
  return {
    ...{ from: isoTime(from), to: isoTime(to), step_seconds: stepMs / 1_000 },
    total: measuredJson(total),
    groups: groups.map(({ queue, type, ...values }) => ({ queue, type, ...measuredJson(values) })),
    points: points.map(({ at, ...values }) => ({ at: isoTime(at), ...measuredJson(values) })),
  };
}

function measuredJson({ counts, averageMs, p50Ms, p95Ms, longestMs, averageWaitMs }: Measured): MeasuredJson {
  const outcomes = [...FINISHED_STATUSES, 'retried'] as const;
  return {
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, counts[outcome] ?? 0])) as MeasuredJson['counts'],
    duration_ms: { average: averageMs, p50: p50Ms, p95: p95Ms, longest: longestMs },
    average_wait_ms: averageWaitMs,
  };
}
