import * as z from 'zod';
import { type Engine, listSchedules, type Priority, type ScheduleRecord } from '../../engine/index.js';
import { scheduleJson } from '../../engine/schedule-json.js';
import { removeScheduleByHand, scheduleByName, scheduleNotFound } from '../../operations/index.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { Reply } from '../respond/reply.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const PARAMS = { name: NAME };
const CATCH_UP = z.enum(['latest', 'all', 'none']);
const SCHEDULE = z
  .object({
    name: z.string(),
    cron: z.string(),
    timezone: z.string(),
    tenant: z.string(),
    queue: z.string(),
    type: z.string(),
    payload: z.unknown(),
    priority: z.int(),
    max_attempts: z.int(),
    catch_up: CATCH_UP,
    next_run_at: TIME_OR_NULL,
    last_run_at: TIME_OR_NULL,
    last_job_id: z.string().nullable(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Schedule' });

export const SCHEDULE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'schedules.list',
    path: '/v1/schedules',
    permission: 'jobs:read',
    summary: 'List schedules',
    item: SCHEDULE,
    list: async ({ engine, caller }, page) =>
      pageOfAll(await ownSchedules(engine, caller.tenant), page, { item: scheduleJson, id: ({ name }) => name }),
  }),
  route({
    id: 'schedules.get',
    method: 'GET',
    path: '/v1/schedules/{name}',
    permission: 'jobs:read',
    summary: 'Show a schedule',
    params: PARAMS,
    response: SCHEDULE,
    hasEtag: true,
    async handle({ engine, caller, params }) {
      const found = (await ownSchedules(engine, caller.tenant)).find(({ name }) => name === params.name);
      if (!found) throw scheduleNotFound(params.name);
      return versioned(found);
    },
  }),
  route({
    id: 'schedules.put',
    method: 'PUT',
    path: '/v1/schedules/{name}',
    permission: 'jobs:write',
    summary: 'Add a schedule, or replace it',
    description: 'Names are unique over all tenants. If-Match takes the ETag of the schedule that is replaced.',
    params: PARAMS,
    body: z.strictObject({
      cron: z.string().min(1).max(200).describe('Five fields, or six with seconds first'),
      timezone: z.string().min(1).max(100).default('UTC'),
      type: NAME,
      payload: z.unknown().optional(),
      queue: NAME.optional(),
      priority: z.int().min(0).max(3).optional(),
      max_attempts: z.int().min(1).max(1_000).optional(),
      catch_up: CATCH_UP.default('latest'),
      allow_unknown_type: z.boolean().optional(),
    }),
    response: SCHEDULE,
    hasEtag: true,
    async handle({ engine, caller, params, body, services, requireMatch }) {
      const { cron, timezone, type, payload = {}, queue, max_attempts: maxAttempts, catch_up: catchUp } = body;
      const job = { type, payload, modules: services.jobModules, allowUnknownType: body.allow_unknown_type };
      const schedule = await scheduleByName(engine, params.name, job, {
        ...{ tenant: caller.tenant, actor: caller.actor, cron, timezone, queue, maxAttempts, catchUp },
        priority: body.priority as Priority | undefined,
        replace: true,
        ownOnly: true,
        allow: (current) => requireMatch(current && versionOf(current)),
      });
      return versioned(schedule);
    },
  }),
  route({
    id: 'schedules.delete',
    method: 'DELETE',
    path: '/v1/schedules/{name}',
    permission: 'jobs:write',
    summary: 'Remove a schedule',
    params: PARAMS,
    response: z.object({ name: z.string(), removed: z.boolean() }),
    async handle({ engine, caller, params }) {
      await removeScheduleByHand(engine, params.name, caller.actor, caller.tenant);
      return { name: params.name, removed: true };
    },
  }),
];

/** The times of its jobs change by themselves, so they are no part of the version that an edit names. */
function versioned(schedule: ScheduleRecord): Reply {
  return new Reply(scheduleJson(schedule), { version: versionOf(schedule) });
}

function versionOf(schedule: ScheduleRecord): object {
  const { next_run_at: _, last_run_at: _last, last_job_id: _job, ...rest } = schedule;
  return rest;
}

async function ownSchedules({ database }: Engine, tenant: string): Promise<ScheduleRecord[]> {
  return (await listSchedules(database)).filter((schedule) => schedule.tenant === tenant);
}
