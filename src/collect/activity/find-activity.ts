import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { type ActivityTable, type CollectSchema, DURATION_COLUMNS } from '../schema/tables.js';
import { listSources } from '../sources/find-sources.js';
import { DURATION_BOUNDS_MS, OUTCOMES } from './observation.js';

type Counts = Pick<ActivityTable, (typeof OUTCOMES)[number]>;

/** How a source was asked within a time span. */
export interface SourceActivity {
  readonly source: string;
  readonly total: MeasuredActivity;
  /** One for each step of the span, oldest first. */
  readonly points: readonly ({ readonly at: number } & MeasuredActivity)[];
}

export interface MeasuredActivity extends Counts {
  /** Sent to the source. */
  readonly requests: number;
  /** Estimated from buckets; null without requests. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly averageWaitMs: number | null;
}

export interface ActivityReport {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly sources: readonly SourceActivity[];
}

/** Steps are chosen so that a chart has at most about a hundred of them. */
export const ACTIVITY_SPANS = { '1h': 60_000, '6h': 300_000, '24h': 900_000 } as const;
export type ActivitySpan = keyof typeof ACTIVITY_SPANS;
const SPAN_MS: Record<ActivitySpan, number> = { '1h': 3_600_000, '6h': 21_600_000, '24h': 86_400_000 };

const SUMMED = [...OUTCOMES, 'wait_ms', 'duration_ms', ...DURATION_COLUMNS] as const;
type Sums = Record<(typeof SUMMED)[number], number>;

/** How all sources of the tenant were asked, by name. */
export async function sourceActivity(database: TenantExecutor, span: ActivitySpan): Promise<ActivityReport> {
  const stepMs = ACTIVITY_SPANS[span];
  const to = Math.ceil(((await databaseNow(database)) + 1) / stepMs) * stepMs;
  const from = to - SPAN_MS[span];
  // Literals: PostgreSQL does not see that two expressions with parameters are the same.
  const step = sql<number>`minute - (minute - ${sql.lit(from)}) % ${sql.lit(stepMs)}`;
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_source_activity')
    .select(['source_id', step.as('at')])
    .select(SUMMED.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name)))
    .where('tenant', '=', database.tenant)
    .where('minute', '>=', from)
    .groupBy(['source_id', step])
    .execute();
  const bySource = new Map<string, Map<number, Sums>>();
  for (const { source_id: id, at, ...sums } of rows) {
    const steps = bySource.get(id) ?? new Map<number, Sums>();
    steps.set(Number(at), numbers(sums));
    bySource.set(id, steps);
  }
  const times = Array.from({ length: SPAN_MS[span] / stepMs }, (_, index) => from + index * stepMs);
  const sources = (await listSources(database)).map(({ source }) => {
    const steps = bySource.get(source.id);
    const points = times.map((at) => ({ at, ...measured(steps?.get(at) ?? NOTHING) }));
    return { source: source.name, total: measured([...(steps?.values() ?? [])].reduce(plus, NOTHING)), points };
  });
  return { from, to, stepMs, sources };
}

const NOTHING = Object.fromEntries(SUMMED.map((name) => [name, 0])) as Sums;

/** PostgreSQL sums to a text. */
function numbers(sums: Record<(typeof SUMMED)[number], number>): Sums {
  return Object.fromEntries(SUMMED.map((name) => [name, Number(sums[name])])) as Sums;
}

function plus(one: Sums, other: Sums): Sums {
  return Object.fromEntries(SUMMED.map((name) => [name, one[name] + other[name]])) as Sums;
}

function measured(sums: Sums): MeasuredActivity {
  const { ok, refused, limited, failed, cached, stale, wait_ms: waitMs } = sums;
  const requests = ok + refused + limited + failed;
  const buckets = DURATION_COLUMNS.map((name) => sums[name]);
  return {
    ...{ ok, refused, limited, failed, cached, stale, requests },
    p50Ms: quantileMs(buckets, 0.5),
    p95Ms: quantileMs(buckets, 0.95),
    averageWaitMs: requests === 0 ? null : Math.round(waitMs / requests),
  };
}

/** Interpolated within its bucket. What is longer than the last bound counts as the bound. */
export function quantileMs(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    const [low, high] = [DURATION_BOUNDS_MS[index - 1] ?? 0, DURATION_BOUNDS_MS[index]];
    if (high === undefined) return low;
    if (below + count >= rank && count > 0) return Math.round(low + ((high - low) * (rank - below)) / count);
    below += count;
  }
  return DURATION_BOUNDS_MS.at(-1) ?? null;
}
