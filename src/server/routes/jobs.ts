import * as z from 'zod';
import {
  countRecentJobs,
  JOB_STATUSES,
  jobHistogram,
  jobLabel,
  type JobRecord,
  type JobSummary,
  pageOfJobSummaries,
  type Priority,
} from '../../engine/index.js';
import {
  enqueueReceiptJson,
  explanationJson,
  jobDetailJson,
  jobLogLineJson,
  type JobSummaryJson,
  jobSummaryJson,
} from '../../engine/job-json.js';
import {
  cancelJob,
  enqueueByName,
  explainWaiting,
  readJobLog,
  redactedJob,
  retryJob,
  runJobNow,
} from '../../operations/index.js';
import { pipelineHome } from '../../pipeline/index.js';
import { isoTime, parseDuration } from '../../platform/index.js';
import { ownJob, placeId } from '../own-job.js';
import { pagedRoute } from '../page.js';
import { type Route, route } from '../route.js';
import { HINT } from '../schemas/error.js';
import { ENQUEUED, JOB, JOB_DETAILS, JOB_STATUS } from '../schemas/job.js';
import { JOB_FILTER, jobFilterOf } from '../schemas/job-filter.js';
import { AGE, CAPPED_COUNT, NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const ID = { id: UUID.describe('The id of the job') };
/** How far back a histogram goes. */
const LONGEST_MS = 365 * 86_400_000;

export const JOB_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'jobs.list',
    path: '/v1/jobs',
    permission: 'jobs:read',
    summary: 'List jobs, newest first',
    description:
      'Looks at a bounded number of jobs for each page. With a rare filter, a page can be empty although next_cursor is set: follow it.',
    query: JOB_FILTER,
    item: JOB,
    async list({ engine, caller, query }, { limit, after }) {
      const filter = { ...jobFilterOf(query), tenant: caller.tenant };
      const { jobs, next } = await pageOfJobSummaries(engine.database, filter, {
        before: placeId(after?.id),
        limit,
      });
      const last = jobs.at(-1);
      return { items: jobs.map(listed), next: next === null ? null : { t: last?.createdAt ?? 0, id: next } };
    },
  }),
  route({
    id: 'jobs.count',
    method: 'GET',
    path: '/v1/job-counts',
    permission: 'jobs:read',
    summary: 'Count jobs by their state',
    description: 'Counts the newest 100,000 jobs of the installation. `capped` tells that there are more.',
    response: z.object(Object.fromEntries(JOB_STATUSES.map((status) => [status, CAPPED_COUNT]))),
    async handle({ engine, caller }) {
      const { counts, capped } = await countRecentJobs(engine.database, caller.tenant);
      return Object.fromEntries(JOB_STATUSES.map((status) => [status, { count: counts[status] ?? 0, capped }]));
    },
  }),
  route({
    id: 'jobs.histogram',
    method: 'GET',
    path: '/v1/job-histogram',
    permission: 'jobs:read',
    summary: 'Count matching jobs by the time of their creation',
    description:
      'Looks at the newest 100,000 jobs of the installation. `matched.capped` tells that there are more, which may match too.',
    query: {
      ...JOB_FILTER,
      since: AGE.default('24h').describe('How far back, such as 1h, 24h, 7d or 30d; 365d at most'),
    },
    response: z.object({
      from: TIME_OR_NULL,
      step_seconds: z.number(),
      counts: z.array(z.int()).describe('One for each step, oldest first'),
      matched: CAPPED_COUNT.describe('Also those before `from`'),
    }),
    async handle({ engine, caller, query: { since, ...given } }) {
      const filter = { ...jobFilterOf(given), tenant: caller.tenant };
      const sinceMs = Math.min(LONGEST_MS, parseDuration(since));
      const { from, stepMs, counts, matched, capped } = await jobHistogram(engine.database, filter, sinceMs);
      return { from: isoTime(from), step_seconds: stepMs / 1_000, counts, matched: { count: matched, capped } };
    },
  }),
  route({
    id: 'jobs.create',
    method: 'POST',
    path: '/v1/jobs',
    permission: 'jobs:write',
    summary: 'Enqueue a job',
    description:
      'When the response arrives, the job is committed. Without an idempotency_key, the Idempotency-Key of the request becomes that ' +
      'of the job: a request that is repeated after a crash does not create a second job.',
    status: 201,
    body: z.strictObject({
      type: NAME,
      payload: z.unknown().optional(),
      queue: NAME.optional(),
      priority: z.int().min(0).max(3).optional().describe('0 critical, 1 high, 2 normal, 3 low'),
      run_at: z.iso.datetime({ offset: true }).optional().describe('Not before this time'),
      max_attempts: z.int().min(1).max(1_000).optional(),
      idempotency_key: NAME.optional(),
      allow_unknown_type: z.boolean().optional().describe('Accept a type that no worker serves yet'),
    }),
    response: ENQUEUED,
    async handle({ engine, caller, body, services, idempotencyKey, traceparent }) {
      const { type, payload = {}, queue, priority, run_at: runAt, max_attempts: maxAttempts } = body;
      const job = { type, payload, modules: services.jobModules, allowUnknownType: body.allow_unknown_type };
      const options = {
        tenant: caller.tenant,
        queue,
        maxAttempts,
        priority: priority as Priority | undefined,
        runAt: runAt === undefined ? undefined : new Date(runAt),
        idempotencyKey: body.idempotency_key ?? idempotencyKey,
        traceparent,
      };
      const receipt = await enqueueByName(engine, job, options, caller.actor);
      return enqueueReceiptJson(receipt);
    },
  }),
  route({
    id: 'jobs.get',
    method: 'GET',
    path: '/v1/jobs/{id}',
    permission: 'jobs:read',
    summary: 'Show a job',
    params: ID,
    response: JOB_DETAILS,
    hasEtag: true,
    handle: async ({ engine, caller, params }) => detailed(await ownJob(engine, caller.tenant, params.id)),
  }),
  route({
    id: 'jobs.why',
    method: 'GET',
    path: '/v1/jobs/{id}/why',
    permission: 'jobs:read',
    summary: 'Explain why a job is not running',
    params: ID,
    response: z.object({
      id: z.string(),
      status: JOB_STATUS,
      reasons: z.array(z.object({ code: z.string(), message: z.string(), next: z.array(HINT) })),
    }),
    async handle({ engine, caller, params }) {
      await ownJob(engine, caller.tenant, params.id);
      return explanationJson(await explainWaiting(engine.database, params.id));
    },
  }),
  route({
    id: 'jobs.logs',
    method: 'GET',
    path: '/v1/jobs/{id}/logs',
    permission: 'jobs:read',
    summary: 'Show what a job logged and its program printed',
    params: ID,
    query: { attempt: z.int().min(1).max(10_000).optional() },
    response: z.object({
      items: z.array(
        z.object({ at: TIME_OR_NULL, attempt: z.int(), fence: z.int(), level: z.string(), message: z.string() }),
      ),
      may_be_elsewhere: z.boolean().describe('The output of its program may be on the machine of its worker'),
    }),
    async handle({ engine, caller, params, query, services }) {
      const job = await ownJob(engine, caller.tenant, params.id);
      const logs = pipelineHome(services.home).logs;
      const { lines, mayBeElsewhere } = await readJobLog(engine, job, { logs, attempt: query.attempt });
      return { items: lines.map(jobLogLineJson), may_be_elsewhere: mayBeElsewhere };
    },
  }),
  jobAction('cancel', 'Cancel a job, or ask a running one to stop', cancelJob),
  jobAction('retry', 'Run a failed, dead or cancelled job again', retryJob),
  jobAction('run-now', 'Start a job that waits for its time as soon as possible', runJobNow),
];

/** The label is for people, so the JSON of the command line does not have it. */
function listed(job: JobSummary): object {
  const json: JobSummaryJson & { label?: string | null } = jobSummaryJson(job);
  // A spread of the other members took as long as a fifth of the statement.
  json.label = job.label ?? null;
  return json;
}

function detailed(job: JobRecord): object {
  return { ...jobDetailJson(redactedJob(job)), label: jobLabel(job.payload) };
}

function jobAction(verb: string, summary: string, act: typeof cancelJob): Route {
  return route({
    id: `jobs.${verb}`,
    method: 'POST',
    path: `/v1/jobs/{id}/${verb}`,
    permission: 'jobs:write',
    summary,
    params: ID,
    response: JOB_DETAILS,
    async handle({ engine, caller, params }) {
      await ownJob(engine, caller.tenant, params.id);
      return detailed(await act(engine, params.id, caller.actor));
    },
  });
}
