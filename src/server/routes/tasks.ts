import * as z from 'zod';
import { pageOfJobs, parseStatus } from '../../engine/index.js';
import { startTaskReplay } from '../../operations/index.js';
import { findTask, readRunSpec, submitTasks, TASK_JOB, taskOf, tasksAmong } from '../../tasks/index.js';
import { taskDetailJson, taskReceiptJson, taskSummaryJson } from '../../tasks/task-json.js';
import { CasparianError } from '../../platform/index.js';
import { ownJob, placeId } from '../own-job.js';
import { pagedRoute } from '../page.js';
import { type Route, route } from '../route.js';
import { JOB_STATUS } from '../schemas/job.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const PARAMS = { id: UUID };
const TASK = {
  id: z.string(),
  status: JOB_STATUS,
  spec_hash: z.string(),
  command: z.array(z.string()),
  tenant: z.string(),
  queue: z.string(),
  priority: z.int(),
  attempts: z.int(),
  max_attempts: z.int(),
  result: z.unknown(),
  error: z.looseObject({}).nullable(),
  exit_code: z.int().nullable(),
  duration_ms: z.int().nullable(),
  replay_of: z.string().nullable(),
  run_at: TIME_OR_NULL,
  created_at: TIME_OR_NULL,
  started_at: TIME_OR_NULL,
  finished_at: TIME_OR_NULL,
};
const RECEIPT = z.object({ id: z.string(), status: JOB_STATUS, spec_hash: z.string(), deduplicated: z.boolean() });

export const TASK_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'tasks.list',
    path: '/v1/tasks',
    permission: 'jobs:read',
    summary: 'List tasks, newest first',
    query: {
      status: z.array(z.string().max(40)).optional(),
      queue: NAME.optional(),
      command: z.string().min(1).max(1_000).optional().describe('A word of the command, or the end of a path in it'),
    },
    item: z.object(TASK).meta({ id: 'Task' }),
    async list({ engine, caller, query }, { limit, after }) {
      const { status, queue, command } = query;
      const filter = { tenant: caller.tenant, type: TASK_JOB.type, queue, command, statuses: status?.map(parseStatus) };
      const { jobs, next } = await pageOfJobs(engine.database, filter, { before: placeId(after?.id), limit });
      const last = jobs.at(-1)?.createdAt ?? 0;
      return {
        items: tasksAmong(jobs).map(taskSummaryJson),
        next: next === null ? null : { t: last, id: next },
      };
    },
  }),
  route({
    id: 'tasks.create',
    method: 'POST',
    path: '/v1/tasks',
    permission: 'jobs:write',
    summary: 'Submit a program as a task',
    description:
      'The body is a run spec, as in docs/reference/run-spec.md. It runs on a worker, if the worker allows the command (`task_allow`).',
    status: 201,
    query: {
      reuse: z.enum(['running', 'completed', 'never']).default('running').describe('Which equal task is reused'),
    },
    body: z.looseObject({ command: z.unknown() }),
    response: RECEIPT,
    async handle({ engine, caller, body, query }) {
      const { spec, schedule } = readRunSpec(body);
      const submission = { spec, schedule: { ...schedule, tenant: caller.tenant }, reuse: query.reuse };
      const [receipt] = await submitTasks(engine, [submission], { actor: caller.actor });
      if (!receipt) throw new Error('one submission has one receipt');
      return taskReceiptJson(receipt);
    },
  }),
  route({
    id: 'tasks.get',
    method: 'GET',
    path: '/v1/tasks/{id}',
    permission: 'jobs:read',
    summary: 'Show a task with its output',
    params: PARAMS,
    response: z.object({
      ...TASK,
      spec: z.looseObject({}),
      stdout_tail: z.string(),
      stderr_tail: z.string(),
      errors: z.array(z.looseObject({})),
    }),
    async handle({ engine, caller, params }) {
      const job = await ownTask(engine, caller.tenant, params.id);
      return taskDetailJson(taskOf(job));
    },
  }),
  route({
    id: 'tasks.replay',
    method: 'POST',
    path: '/v1/tasks/{id}/replay',
    permission: 'jobs:write',
    summary: 'Run a finished task again, to compare the outcomes',
    status: 202,
    params: PARAMS,
    response: z.object({ id: z.string(), replay_of: z.string() }),
    async handle({ engine, caller, params }) {
      await ownTask(engine, caller.tenant, params.id);
      const { id, recorded } = await startTaskReplay(engine, params.id, caller.actor);
      return { id, replay_of: recorded.id };
    },
  }),
];

async function ownTask(...[engine, tenant, id]: Parameters<typeof ownJob>): ReturnType<typeof ownJob> {
  const job = await ownJob(engine, tenant, id);
  if (job.type === TASK_JOB.type) return (await findTask(engine, id)).job;
  throw new CasparianError('TASK_NOT_FOUND', `There is no task ${id}`, { why: `It is a job of type ${job.type}.` });
}
