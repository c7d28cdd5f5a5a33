import { createHash } from 'node:crypto';
import type { Database } from '../../src/database/index.js';
import type { JobStatus } from '../../src/engine/index.js';

/** A month of work that never happened, so that charts and lists look like those of a busy installation. */
export interface PastJob {
  readonly id: string;
  readonly queue: string;
  readonly type: string;
  readonly status: JobStatus;
  readonly payload: object;
  readonly attempts: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly result: object | null;
  readonly errors: readonly object[];
  readonly runAt: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TENANT = 'default';
const WORKERS = ['w-1', 'w-2', 'w-3', 'w-4', 'w-5', 'w-6'];
const SUPPLIERS = ['nordwerk', 'stadtwerke-kiel', 'ostsee-logistik', 'brandt-metall', 'solarhof', 'elbe-druck'];
const KINDS = ['rechnungen', 'lieferscheine', 'gutschriften', 'zahlungslauf', 'wareneingang', 'frachtkosten'];

/** What fails, how often, and since when. */
const FAILURES = [
  {
    ...{ code: 'PARSER_MODULE_MISSING', share: 0.7, from: 5.4 * HOUR_MS, to: 4 * HOUR_MS, status: 'failed' as const },
    message: "No module named 'openpyxl'",
    why: 'The environment of invoices 1.4.0 does not contain it.',
  },
  {
    ...{ code: 'JOB_TIMEOUT', share: 0.004, from: 30 * DAY_MS, to: 0, status: 'dead_letter' as const },
    message: 'The attempt ran longer than 10 minutes',
    why: 'The limit of its type is 10 minutes.',
  },
  {
    ...{ code: 'QUARANTINE_LIMIT', share: 0.006, from: 30 * DAY_MS, to: 0, status: 'failed' as const },
    message: '61 % of 4,410 rows broke their contract',
    why: 'A file with more than half of its rows in quarantine is refused.',
  },
] as const;

/** Always the same jobs for the same seed and time, about 6,000. */
export function inventJobs(now: number, seed = 1): PastJob[] {
  const random = randomFrom(seed);
  const jobs: PastJob[] = [];
  for (let time = now - 30 * DAY_MS; time < now;) {
    const hour = new Date(time).getUTCHours();
    const isDay = hour >= 6 && hour < 18;
    // The last two days are dense: lists show them.
    const perHour = (isDay ? 22 : 8) * (now - time < 2 * DAY_MS ? 3 : 0.5);
    time += (-Math.log(1 - random()) * HOUR_MS) / perHour;
    if (time < now) jobs.push(jobAt(time, now, random));
  }
  return [...jobs, ...waitingJobs(now, random)];
}

function jobAt(time: number, now: number, random: () => number): PastJob {
  const age = now - time;
  const isInvoice = random() < 0.6;
  const file = `inbox/${pick(SUPPLIERS, random)}-${pick(KINDS, random)}-${1 + Math.floor(random() * 28)}.${isInvoice ? 'xlsx' : 'csv'}`;
  const common = {
    ...{ id: idAt(time, random), queue: 'parse', type: 'parse', createdAt: time, runAt: time },
    payload: {
      path: file,
      parser: isInvoice ? 'invoices' : 'meter_readings',
      version: '1.4.0',
      supplier_ref: 7_000_000,
    },
  };
  const startedAt = time + 200 + random() * 4_000;
  const failure = FAILURES.find(({ share, from, to }) => age <= from && age >= to && random() < share);
  if (failure) {
    const attempts = failure.status === 'dead_letter' ? 5 : 1 + Math.floor(random() * 2);
    const tookMs = failure.code === 'JOB_TIMEOUT' ? 600_000 : 300 + random() * 900;
    const errors = Array.from({ length: attempts }, (_, at) => {
      const begun = startedAt + at * (tookMs + 4_000);
      return errorOf(failure, { attempt: at + 1, begun, tookMs, worker: pick(WORKERS, random) });
    });
    const finishedAt = Math.min(now - 1_000, startedAt + attempts * (tookMs + 4_000));
    return { ...common, status: failure.status, attempts, startedAt, finishedAt, result: null, errors };
  }
  if (random() < 0.002) {
    return {
      ...common,
      status: 'cancelled',
      attempts: 0,
      startedAt: null,
      finishedAt: time + 30_000,
      result: null,
      errors: [],
    };
  }
  const rows = Math.floor(200 + random() * 18_000);
  const held = random() < 0.03 ? 1 + Math.floor(random() * 40) : 0;
  const finishedAt = Math.min(now - 500, startedAt + 400 + random() * 12_000);
  const result = { rows_in: rows, rows_valid: rows - held, rows_quarantined: held, outputs: [] };
  const status = held > 0 ? 'completed_with_warnings' : 'completed';
  return { ...common, status, attempts: 1, startedAt, finishedAt, result, errors: [] };
}

/** Jobs of a queue without a worker wait, some of them for their time. */
function waitingJobs(now: number, random: () => number): PastJob[] {
  return Array.from({ length: 46 }, (_, at) => {
    const createdAt = now - 14 * 60_000 + at * 9_000;
    const isAhead = at % 4 === 0;
    return {
      ...{ id: idAt(createdAt, random), queue: 'reports', type: 'monthly-report', status: 'pending' as const },
      payload: { name: `${pick(SUPPLIERS, random)} ${2026}-11`, customer: '9007199254740993' },
      ...{ attempts: 0, createdAt, startedAt: null, finishedAt: null, result: null, errors: [] },
      runAt: isAhead ? now + 3 * HOUR_MS + at * 60_000 : createdAt,
    };
  });
}

function errorOf(
  { code, message, why }: (typeof FAILURES)[number],
  { attempt, begun, tookMs, worker }: { attempt: number; begun: number; tookMs: number; worker: string },
): object {
  const [started, ended] = [begun, begun + tookMs].map((time) => new Date(time).toISOString());
  return { code, message, why, worker, attempt, started, ended, next: ['Correct the cause, then retry the jobs.'] };
}

/** Writes the jobs and their statistics. */
export async function insertPastJobs(database: Database, jobs: readonly PastJob[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const job of jobs) {
      await tx.query(
        `INSERT INTO cf_jobs (id, tenant, queue, type, status, payload, priority, run_at, attempts, max_attempts, fence,
          result, errors, created_at, started_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, 2, ?, ?, 5, ?, ?, ?, ?, ?, ?)`,
        [
          ...[job.id, TENANT, job.queue, job.type, job.status, JSON.stringify(job.payload), Math.round(job.runAt)],
          ...[job.attempts, job.attempts, job.result && JSON.stringify(job.result)],
          job.errors.length === 0 ? null : JSON.stringify(job.errors),
          ...[job.createdAt, job.startedAt, job.finishedAt].map((time) => (time === null ? null : Math.round(time))),
        ],
      );
    }
    for (const row of statsOf(jobs)) await tx.query(STATS_INSERT, row);
  });
}

/** Durations are in the first bucket: the demo has no charts of them. */
const BUCKETS = 12;
const BUCKET_NAMES = Array.from({ length: BUCKETS }, (_, at) => `d${at}`);
const STATS_INSERT = `INSERT INTO cf_job_stats (span_seconds, begins_at, tenant, queue, type, outcome, shard, count, duration_ms,
  longest_ms, wait_ms, ${BUCKET_NAMES.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ${BUCKET_NAMES.map((_, at) => (at === 6 ? '?' : '0')).join(', ')})
  ON CONFLICT DO NOTHING`;

function statsOf(jobs: readonly PastJob[]): unknown[][] {
  const groups = new Map<string, { row: unknown[]; count: number; durationMs: number; longestMs: number }>();
  for (const { queue, type, status, startedAt, finishedAt } of jobs) {
    if (finishedAt === null || startedAt === null) continue;
    for (const spanSeconds of [60, 3_600, 86_400]) {
      const spanMs = spanSeconds * 1_000;
      const beginsAt = Math.floor(finishedAt / spanMs) * spanMs;
      const key = `${spanSeconds} ${beginsAt} ${queue} ${type} ${status}`;
      const row = [spanSeconds, beginsAt, TENANT, queue, type, status];
      const group = groups.get(key) ?? { row, count: 0, durationMs: 0, longestMs: 0 };
      groups.set(key, group);
      const tookMs = Math.round(finishedAt - startedAt);
      group.count += 1;
      group.durationMs += tookMs;
      group.longestMs = Math.max(group.longestMs, tookMs);
    }
  }
  return [...groups.values()].map(({ row, count, durationMs, longestMs }) => [
    ...row,
    ...[count, durationMs, longestMs, count * 800, count],
  ]);
}

/** A UUIDv7 of a time in the past. */
function idAt(time: number, random: () => number): string {
  const hex = Math.floor(time).toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(`${time} ${random()}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Mulberry32: the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
