import * as z from 'zod';
import { FINISHED_STATUSES, jobStats } from '../../engine/index.js';
import { jobStatsJson } from '../../engine/stats/job-stats-json.js';
import { countRows } from '../../pipeline/index.js';
import { parseDuration } from '../../platform/index.js';
import { route, type Route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const MILLISECONDS = z.int().nullable();

const MEASURED = {
  counts: z
    .object(Object.fromEntries([...FINISHED_STATUSES, 'retried'].map((outcome) => [outcome, z.int()])))
    .describe('Ended attempts by outcome; retried: another attempt follows'),
  duration_ms: z.object({ average: MILLISECONDS, p50: MILLISECONDS, p95: MILLISECONDS, longest: MILLISECONDS }),
  average_wait_ms: MILLISECONDS.describe('From the time when a job was due to its claim'),
};

const STATS = z
  .object({
    from: TIME_OR_NULL,
    to: TIME_OR_NULL,
    step_seconds: z.int(),
    total: z.object(MEASURED),
    groups: z.array(z.object({ queue: z.string(), type: z.string(), ...MEASURED })),
    points: z.array(z.object({ at: TIME_OR_NULL, ...MEASURED })).describe('One for each step, 181 at most'),
  })
  .meta({ id: 'JobStats' });

const ROW_COUNTS = z
  .object({
    valid: z.int().describe('In datasets'),
    quarantined: z.int(),
    discarded: z.int().describe('Discarded by a person'),
    skipped: z.int().describe('Lines that are no rows: titles, remarks, sums'),
  })
  .meta({ id: 'RowCounts' });

export const STATS_ROUTES: readonly Route[] = [
  route({
    id: 'stats.rows',
    method: 'GET',
    path: '/v1/stats/rows',
    permission: 'data:read',
    summary: 'Count where the rows of all files are',
    response: ROW_COUNTS,
    handle: ({ database }) => countRows(database),
  }),
  route({
    id: 'stats.jobs',
    method: 'GET',
    path: '/v1/stats/jobs',
    permission: 'jobs:read',
    summary: 'Count ended jobs',
    description:
      'How many attempts ended and how long they took, for charts. Kept by minute for 2 days, by hour for 30 days and by day for a year, also for jobs that were deleted.',
    query: {
      since: z
        .string()
        .regex(/^\d{1,9}(ms|s|m|h|d|w)$/)
        .optional()
        .describe('How far back, such as 1h, 24h, 7d or 30d; 24h by default, 365d at most'),
      queue: NAME.optional(),
      type: NAME.optional(),
    },
    response: STATS,
    handle: async ({ database, query: { since = '24h', queue, type } }) =>
      jobStatsJson(await jobStats(database, { sinceMs: parseDuration(since), tenant: database.tenant, queue, type })),
  }),
];
