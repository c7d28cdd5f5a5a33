import * as z from 'zod';
import type { Priority } from '../../engine/index.js';
import {
  bulkJson,
  bulkProgress,
  type BulkRequest,
  cancelJob,
  countMatches,
  JOB_ACTIONS,
  ROW_ACTIONS,
  startBulk,
} from '../../operations/index.js';
import { CasparianError } from '../../platform/index.js';
import { type Route, route } from '../route.js';
import { JOB_STATUS } from '../schemas/job.js';
import { bulkFilterOf, JOB_FILTER } from '../schemas/job-filter.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const PARAMS = { id: UUID.describe('The id of the operation, which is that of its job') };

const JOBS = {
  target: z.literal('jobs'),
  action: z.enum(JOB_ACTIONS),
  filter: z.strictObject(JOB_FILTER),
  priority: z.int().min(0).max(3).optional().describe('For the action priority: 0 critical, 1 high, 2 normal, 3 low'),
};

const ROWS = {
  target: z.literal('quarantine'),
  action: z.enum(ROW_ACTIONS),
  filter: z.strictObject({
    job: UUID.optional().describe('Rows of this job'),
    parser: NAME.optional(),
    output: NAME.optional().describe('The dataset, or the output of the parser'),
    column: NAME.optional(),
    error: NAME.optional().describe('The type of the error'),
  }),
  reason: z.string().trim().min(1).max(1_000).optional().describe('For the action discard: stored with the rows'),
};

const EXPECTED = { expected_count: z.int().min(0).describe('How many match. The operation is refused if it differs') };

const BULK = z
  .object({
    id: z.string(),
    status: JOB_STATUS,
    target: z.enum(['jobs', 'quarantine']),
    action: z.enum([...JOB_ACTIONS, ...ROW_ACTIONS]),
    filter: z.looseObject({}),
    actor: z.string().nullable(),
    asked_at: TIME_OR_NULL,
    finished_at: TIME_OR_NULL,
    expected_count: z.int(),
    changed: z.int().describe('So far'),
    skipped: z.int().describe('Their state does not allow the change'),
    error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why it failed'),
  })
  .meta({ id: 'BulkOperation' });

export const BULK_ROUTES: readonly Route[] = [
  route({
    id: 'bulk.count',
    method: 'POST',
    path: '/v1/bulk/count',
    permission: 'jobs:read',
    isRead: true,
    summary: 'Count what a bulk operation would change',
    body: z.discriminatedUnion('target', [z.strictObject(JOBS), z.strictObject(ROWS)]),
    response: z.object({ matched: z.int() }),
    handle: async ({ database, body }) => ({ matched: await countMatches(database, requestOf(body)) }),
  }),
  route({
    id: 'bulk.create',
    method: 'POST',
    path: '/v1/bulk',
    // The roles that may change jobs are those that may change data.
    permission: 'jobs:write',
    summary: 'Change all jobs or quarantined rows that match',
    description:
      'Starts a job that makes the change in short transactions and survives restarts. Refused with BULK_COUNT_DIFFERS (409) and the actual ' +
      'number in `details.matched` if `expected_count` differs. What is created later is not included.',
    status: 202,
    body: z.discriminatedUnion('target', [
      z.strictObject({ ...JOBS, ...EXPECTED }),
      z.strictObject({ ...ROWS, ...EXPECTED }),
    ]),
    response: BULK,
    async handle({ engine, database, caller, body, idempotencyKey }) {
      const scope = { engine, tenant: caller.tenant, database };
      const id = await startBulk(scope, requestOf(body), { expected: body.expected_count, idempotencyKey });
      return bulkJson(await bulkProgress(scope, id));
    },
  }),
  route({
    id: 'bulk.get',
    method: 'GET',
    path: '/v1/bulk/{id}',
    permission: 'jobs:read',
    summary: 'Show how far a bulk operation is, and its result',
    params: PARAMS,
    response: BULK,
    handle: async ({ engine, database, caller, params }) =>
      bulkJson(await bulkProgress({ engine, tenant: caller.tenant, database }, params.id)),
  }),
  route({
    id: 'bulk.cancel',
    method: 'POST',
    path: '/v1/bulk/{id}/cancel',
    permission: 'jobs:write',
    summary: 'Stop a bulk operation after its current batch',
    description: 'What was changed stays changed.',
    params: PARAMS,
    response: BULK,
    async handle({ engine, database, caller, params }) {
      const scope = { engine, tenant: caller.tenant, database };
      const { job } = await bulkProgress(scope, params.id);
      await cancelJob(engine, job.id, caller.actor);
      return bulkJson(await bulkProgress(scope, job.id));
    },
  }),
];

type JobsBody = z.output<z.ZodObject<typeof JOBS>>;
type RowsBody = z.output<z.ZodObject<typeof ROWS>>;

function requestOf(body: JobsBody | RowsBody): BulkRequest {
  if (body.target === 'jobs') return jobsRequest(body);
  const { target, action, filter, reason } = body;
  if ((action === 'discard') !== (reason !== undefined))
    throw invalid('The action discard, and no other, needs a reason');
  const { job, error, ...rest } = filter;
  return { target, action, reason, filter: { ...rest, job_id: job?.toLowerCase(), error_type: error } };
}

function jobsRequest({ target, action, filter, priority }: JobsBody): BulkRequest {
  if ((action === 'priority') !== (priority !== undefined))
    throw invalid('The action priority, and no other, needs a priority');
  return { target, action, priority: priority as Priority | undefined, filter: bulkFilterOf(filter) };
}

function invalid(message: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', message);
}
