import type { Executor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { databaseNow } from '../database-now.js';
import { BUCKET_COLUMNS, emptyBuckets, quantile } from './buckets.js';
import { completeUntil, RETENTION } from './roll-up.js';
import type { CountedOutcome } from './tally.js';

export interface StatsFilter {
  /** How far back, up to a year. */
  sinceMs: number;
  tenant?: string | undefined;
  queue?: string | undefined;
  type?: string | undefined;
}

/** What ended in a time or in a group: counts by outcome, and durations of the attempts in milliseconds. */
export interface Measured {
  counts: Partial<Record<CountedOutcome, number>>;
  averageMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  longestMs: number | null;
  /** From the time when a job was due to its claim. */
  averageWaitMs: number | null;
}

export interface JobStats {
  /** By the database's clock; `from` is the start of the first step. */
  from: number;
  to: number;
  stepMs: number;
  /** One for each step, also for those in which nothing ended. */
  points: (Measured & { at: number })[];
  /** By queue and type, most attempts first. */
  groups: (Measured & { queue: string; type: string })[];
  total: Measured;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A chart has at most this many points. */
const MAX_POINTS = 180;
const MAX_GROUPS = 100;
const STEPS_MS = [1, 5, 10, 30, 60, 360, 1_440, 2_880, 10_080].map((minutes) => minutes * MINUTE_MS);
const LONGEST_MS = 365 * DAY_MS;

interface StatsRow extends Record<string, unknown> {
  outcome: CountedOutcome;
  count: number;
  duration_ms: number;
  longest_ms: number;
  wait_ms: number;
}

/** Counts and durations of ended attempts since a time, for charts. Reads roll-ups, never jobs. */
export async function jobStats(database: Executor, filter: StatsFilter): Promise<JobStats> {
  const { sinceMs } = filter;
  if (!(sinceMs >= MINUTE_MS && sinceMs <= LONGEST_MS)) {
    throw new CasparianError('OPTION_INVALID', 'Statistics cannot cover this time', {
      why: 'They reach back from one minute to 365 days.',
    });
  }
  const to = await databaseNow(database);
  const stepMs = STEPS_MS.find((step) => sinceMs / step <= MAX_POINTS && step >= finestFor(sinceMs)) ?? DAY_MS;
  const from = to - sinceMs - ((to - sinceMs) % stepMs);
  const sources = await sourcesFor(database, from, sinceMs);
  const steps = await read<StatsRow & { at: number }>(
    database,
    sources,
    filter,
    `(begins_at / ${stepMs}) * ${stepMs} AS at`,
  );
  const groups = await read<StatsRow & { queue: string; type: string }>(database, sources, filter, 'queue, type');
  return {
    ...{ from, to, stepMs },
    points: range(from, to, stepMs).map((at) => ({ at, ...measured(steps.filter((row) => row.at === at)) })),
    groups: grouped(groups),
    total: measured(groups),
  };
}

/** Hours and days cannot be divided into minutes. */
function finestFor(sinceMs: number): number {
  if (sinceMs <= RETENTION[0].keepMs) return MINUTE_MS;
  return sinceMs <= RETENTION[1].keepMs ? HOUR_MS : DAY_MS;
}

/** Each time is read once: from the coarsest resolution that has it and that the window needs, else from a finer one. */
async function sourcesFor(database: Executor, from: number, sinceMs: number): Promise<string[]> {
  const sources: string[] = [];
  let start = from;
  for (const { seconds } of [...RETENTION].reverse()) {
    if (seconds * 1_000 > finestFor(sinceMs)) continue;
    const until = seconds === 60 ? Number.MAX_SAFE_INTEGER : await completeUntil(database, seconds);
    if (until <= start) continue;
    sources.push(`(span_seconds = ${seconds} AND begins_at >= ${start} AND begins_at < ${until})`);
    start = until;
  }
  return sources;
}

function read<R extends StatsRow>(
  database: Executor,
  sources: readonly string[],
  filter: StatsFilter,
  by: string,
): Promise<R[]> {
  const wanted = (['tenant', 'queue', 'type'] as const).filter((column) => filter[column] !== undefined);
  const conditions = wanted.map(
    (column, index) => `${column} = ${database.dialect === 'sqlite' ? '?' : `$${index + 1}`}`,
  );
  // PostgreSQL adds up BIGINT to NUMERIC, which arrives as text.
  const sum = (column: string): string => `CAST(sum(${column}) AS BIGINT) AS ${column}`;
  const columns = ['count', 'duration_ms', 'wait_ms', ...BUCKET_COLUMNS].map(sum);
  return database.query<R>(
    `SELECT ${by}, outcome, max(longest_ms) AS longest_ms, ${columns.join(', ')} FROM cf_job_stats
     WHERE ${[`(${sources.join(' OR ')})`, ...conditions].join(' AND ')}
     GROUP BY ${by.replace(/ AS \w+$/, '')}, outcome`,
    wanted.map((column) => filter[column]),
  );
}

function measured(rows: readonly StatsRow[]): Measured {
  const counts: Measured['counts'] = {};
  const buckets = emptyBuckets();
  const sums = { count: 0, duration: 0, wait: 0, longest: 0 };
  for (const row of rows) {
    counts[row.outcome] = (counts[row.outcome] ?? 0) + row.count;
    sums.count += row.count;
    sums.duration += row.duration_ms;
    sums.wait += row.wait_ms;
    sums.longest = Math.max(sums.longest, row.longest_ms);
    for (const [index, column] of BUCKET_COLUMNS.entries())
      buckets[index] = (buckets[index] ?? 0) + Number(row[column]);
  }
  const ofAll = (sum: number): number | null => (sums.count === 0 ? null : Math.round(sum / sums.count));
  return {
    counts,
    averageMs: ofAll(sums.duration),
    p50Ms: quantile(0.5, buckets, sums.longest),
    p95Ms: quantile(0.95, buckets, sums.longest),
    longestMs: sums.count === 0 ? null : sums.longest,
    averageWaitMs: ofAll(sums.wait),
  };
}

function grouped(rows: readonly (StatsRow & { queue: string; type: string })[]): JobStats['groups'] {
  const groups = new Map<string, (StatsRow & { queue: string; type: string })[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.queue, row.type]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const total = (members: readonly StatsRow[]): number => members.reduce((sum, { count }) => sum + count, 0);
  return [...groups.values()]
    .sort((a, b) => total(b) - total(a))
    .slice(0, MAX_GROUPS)
    .map((members) => ({ queue: members[0]?.queue ?? '', type: members[0]?.type ?? '', ...measured(members) }));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}
