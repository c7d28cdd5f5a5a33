import * as z from 'zod';
import { JOB_STATUSES } from '../../engine/index.js';
import { HINT } from './error.js';
import { TIME_OR_NULL } from './values.js';

export const JOB_STATUS = z.enum(JOB_STATUSES);

/** One failed attempt. */
const ATTEMPT_ERROR = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    worker: z.string(),
    attempt: z.number(),
    started: z.string(),
    ended: z.string(),
    next: z.array(HINT).optional(),
  })
  .meta({ id: 'AttemptError' });

const SUMMARY = {
  id: z.string(),
  type: z.string(),
  status: JOB_STATUS,
  tenant: z.string(),
  queue: z.string(),
  priority: z.int(),
  attempts: z.int(),
  max_attempts: z.int(),
  crashes: z.int(),
  run_at: TIME_OR_NULL,
  created_at: TIME_OR_NULL,
  started_at: TIME_OR_NULL,
  finished_at: TIME_OR_NULL,
  result: z.unknown(),
  error: ATTEMPT_ERROR.nullable(),
  label: z.string().nullable().describe('What the job is about, such as the path of its file'),
};

/** As `casparian jobs --json` prints it. */
export const JOB = z.object(SUMMARY).meta({ id: 'Job' });

/** As `casparian job show --json` prints it. */
export const JOB_DETAILS = z
  .object({
    ...SUMMARY,
    payload: z.unknown(),
    errors: z.array(ATTEMPT_ERROR),
    fence: z.int(),
    lease_owner: z.string().nullable(),
    lease_expires_at: TIME_OR_NULL,
    heartbeat_at: TIME_OR_NULL,
    cancel_requested_at: TIME_OR_NULL,
    progress: z.looseObject({}).nullable(),
    spec_hash: z.string().nullable(),
    idempotency_key: z.string().nullable(),
    parent_job_id: z.string().nullable(),
    traceparent: z.string().nullable().describe('Where the trace of the caller continues'),
    correlation_id: z.string().nullable().describe('The request that the job comes from'),
  })
  .meta({ id: 'JobDetails' });

export const ENQUEUED = z
  .object({ id: z.string(), status: JOB_STATUS, deduplicated: z.boolean() })
  .meta({ id: 'EnqueuedJob' });
