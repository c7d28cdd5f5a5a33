import * as z from 'zod';
import type { TroubleFilter } from '../../engine/index.js';
import { troubledJobJson } from '../../engine/job-json.js';
import { summarizeTrouble, triageJobs } from '../../operations/index.js';
import { triageJson } from '../../operations/jobs/job-operations-json.js';
import { CasparianError, isoTime } from '../../platform/index.js';
import { type Route, route } from '../route.js';
import { JOB_STATUS } from '../schemas/job.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const TROUBLED_JOB = z.object({
  ...{ id: z.string(), type: z.string(), status: JOB_STATUS, tenant: z.string(), queue: z.string(), attempts: z.int() },
  ...{ code: z.string().nullable(), message: z.string().nullable(), finished_at: TIME_OR_NULL },
});
const FILTER = {
  type: z.array(NAME).max(100).optional(),
  queue: NAME.optional(),
  code: z.string().max(100).optional().describe('The code of the last error'),
  message: z.string().max(1_000).optional().describe('A part of the message of the last error'),
};

export const TRIAGE_ROUTES: readonly Route[] = [
  route({
    id: 'triage.groups',
    method: 'GET',
    path: '/v1/triage',
    permission: 'jobs:read',
    summary: 'Group failed and dead jobs by their error',
    description: 'Looks at the newest 10,000 failed and 10,000 dead jobs. `capped` tells that there are more.',
    // A URL has no room for more.
    query: { id: z.array(UUID).max(200).optional(), ...FILTER, limit: z.int().min(1).max(200).default(50) },
    response: z.object({
      groups: z.array(
        z.object({
          ...{ type: z.string(), code: z.string().nullable(), message: z.string().nullable(), count: z.int() },
          ...{ first_finished_at: TIME_OR_NULL, last_finished_at: TIME_OR_NULL, example: TROUBLED_JOB },
        }),
      ),
      total: z.int(),
      capped: z.boolean().describe('There are older failed jobs that were not looked at'),
    }),
    async handle({ engine, query, caller }) {
      const { limit, ...filter } = query;
      const { groups, total, capped } = await summarizeTrouble(engine, { ...filterOf(filter, caller.tenant), limit });
      return {
        groups: groups.map(({ type, code, message, count, firstFinishedAt, lastFinishedAt, example }) => ({
          ...{ type, code, message, count, example: troubledJobJson(example) },
          ...{ first_finished_at: isoTime(firstFinishedAt), last_finished_at: isoTime(lastFinishedAt) },
        })),
        ...{ total, capped },
      };
    },
  }),
  triageAction('retry', 'Retry failed and dead jobs that match'),
  triageAction('cancel', 'Cancel failed and dead jobs that match'),
];

function triageAction(action: 'retry' | 'cancel', summary: string): Route {
  return route({
    id: `triage.${action}`,
    method: 'POST',
    path: `/v1/triage/${action}`,
    permission: 'jobs:write',
    summary,
    description: 'Needs a filter, or `"all": true`.',
    body: z.strictObject({
      id: z.array(UUID).max(1_000).optional(),
      ...FILTER,
      all: z.boolean().optional(),
      dry_run: z.boolean().optional(),
    }),
    response: z.object({
      ...{ matched: z.int(), retried: z.int().optional(), cancelled: z.int().optional() },
      parsers: z
        .array(z.object({ parser: z.string(), version: z.string(), jobs: z.int() }))
        .optional()
        .describe('With `retried`: the parsers that the jobs will use'),
    }),
    async handle({ engine, body, caller }) {
      const { all = false, dry_run: dryRun, ...given } = body;
      const isFiltered = Object.values(given).some((value) => value !== undefined);
      if (isFiltered === all) throw needsOne();
      const filter = filterOf(given, caller.tenant);
      return triageJson(await triageJobs(engine, { action, filter, actor: caller.actor, dryRun }), action);
    },
  });
}

type GivenFilter = { readonly [Name in keyof typeof FILTER]?: z.output<(typeof FILTER)[Name]> } & {
  readonly id?: readonly string[] | undefined;
};

function filterOf({ id, type: types, queue, code, message }: GivenFilter, tenant: string): TroubleFilter {
  const ids = id?.map((one) => one.toLowerCase());
  return { tenant, ids, types, queue, message, code: code?.toUpperCase().replaceAll('-', '_') };
}

function needsOne(): CasparianError {
  return new CasparianError('VALIDATION_ERROR', 'Give a filter, or all', {
    why: 'Acting on all failed jobs is rarely intended, so it must be explicit.',
  });
}
