import * as z from 'zod';
import { discardRows, enqueueReplays, findReplays, quarantineFilter } from '../../operations/index.js';
import {
  correctRow,
  countEntriesUpTo,
  type EntryPlace,
  pageOfEntries,
  type QuarantineFilter,
  quarantineGroups,
} from '../../pipeline/index.js';
import { entryJson } from '../../pipeline/quarantine/entry-json.js';
import { groupJson } from '../../pipeline/quarantine/group-json.js';
import { CasparianError } from '../../platform/index.js';
import { ownJob, placeId } from '../own-job.js';
import { pagedRoute, pageOf } from '../page.js';
import type { Place } from '../request/cursor.js';
import { JsonText } from '../respond/reply.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { CAPPED_COUNT, NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const FILTER = {
  job: UUID.optional().describe('Rows of this job'),
  parser: NAME.optional(),
  column: NAME.optional(),
  error: NAME.optional().describe('The type of the error'),
  status: z.array(z.string().max(20)).optional().describe('quarantined, recovered, discarded, superseded or evidence'),
};
const ENTRY = z
  .object({
    job_id: z.string(),
    output: z.string(),
    source: z.string(),
    row_number: z.int(),
    column: z.string().nullable(),
    error_type: z.string(),
    error_message: z.string(),
    status: z.string(),
    failed: z.boolean().describe('Its job failed, so it cannot be replayed or corrected'),
    id: z.string(),
    raw: z.unknown(),
  })
  .meta({ id: 'QuarantinedRow' });

const CORRECTION = z
  .object({
    id: z.string(),
    row_id: z.string(),
    output: z.string(),
    row_number: z.int(),
    columns: z.array(
      z.object({
        name: z.string(),
        old: z.string().nullable().describe('As JSON'),
        new: z.string().nullable(),
      }),
    ),
    actor: z.string().nullable(),
    corrected_at: TIME_OR_NULL,
    used_by: z.string().nullable().describe('The job that put the row into the dataset'),
  })
  .meta({ id: 'Correction' });

export const QUARANTINE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'quarantine.list',
    path: '/v1/quarantine',
    permission: 'data:read',
    summary: 'List quarantined rows, those of the newest job first',
    query: FILTER,
    item: ENTRY,
    async list(request, { limit, after }) {
      const filter = await filterOf(request, request.query);
      const rows = await pageOfEntries(request.database, filter, { after: entryPlace(after), limit: limit + 1 });
      return pageOf(rows, limit, {
        item: (entry) => new JsonText(entryJson(entry)),
        place: ({ jobId, output, rowNumber }) => ({ t: `${rowNumber} ${output}`, id: jobId }),
      });
    },
  }),
  route({
    id: 'quarantine.count',
    method: 'GET',
    path: '/v1/quarantine-counts',
    permission: 'data:read',
    summary: 'Count quarantined rows',
    description: 'Stops at 100,000 and says so.',
    query: FILTER,
    response: CAPPED_COUNT,
    handle: async (request) => countEntriesUpTo(request.database, await filterOf(request, request.query)),
  }),
  route({
    id: 'quarantine.groups',
    method: 'GET',
    path: '/v1/quarantine-groups',
    permission: 'data:read',
    summary: 'Group quarantined rows by their error',
    query: { ...FILTER, limit: z.int().min(1).max(200).default(50) },
    response: z.object({
      items: z.array(
        z.object({
          ...{ parser: z.string(), output: z.string(), column: z.string().nullable(), error_type: z.string() },
          ...{ rows: z.int(), messages: z.array(z.looseObject({ message: z.string() })), example: ENTRY },
        }),
      ),
    }),
    async handle(request) {
      const { limit, ...given } = request.query;
      const groups = await quarantineGroups(request.database, await filterOf(request, given), limit);
      return { items: groups.map((group) => new JsonText(groupJson(group))) };
    },
  }),
  route({
    id: 'quarantine.replay',
    method: 'POST',
    path: '/v1/quarantine/replay',
    permission: 'data:write',
    summary: 'Read quarantined rows of a job or a parser again',
    description: 'Enqueues one job for each file. Follow the jobs to see how many rows were recovered.',
    status: 202,
    body: z.strictObject({ job: UUID.optional(), parser: NAME.optional() }),
    response: z.object({ job_ids: z.array(z.string()), rows: z.int() }),
    async handle({ engine, caller, database, body }) {
      const { job, parser } = body;
      if ((job === undefined) === (parser === undefined)) throw needsOne('replay');
      if (job !== undefined) await ownJob(engine, caller.tenant, job);
      const payloads = await findReplays({ engine, tenant: caller.tenant, database }, { job, parser });
      const jobIds = await enqueueReplays(engine, payloads, caller);
      return { job_ids: jobIds, rows: payloads.reduce((sum, { rows }) => sum + rows, 0) };
    },
  }),
  route({
    id: 'quarantine.correct',
    method: 'POST',
    path: '/v1/quarantine/{id}/correct',
    permission: 'data:write',
    summary: 'Correct values of a quarantined row',
    description:
      'The corrected row must satisfy the contract (422 CORRECTION_INVALID). Stores the correction and enqueues the replay that moves the row to the ' +
      'dataset. The original is kept; the lineage of the row shows both. The correction is applied again whenever the same content is read.',
    status: 202,
    params: { id: UUID.describe('The id of the row') },
    body: z.strictObject({
      values: z
        .record(NAME, z.string().max(1_000_000).nullable())
        .describe('The new text of each column to correct; null removes a value'),
    }),
    response: z.object({ correction: CORRECTION, job_id: z.string().describe('The replay') }),
    async handle({ engine, caller, params, body }) {
      const { tenant, actor } = caller;
      const row = { id: params.id.toLowerCase() };
      const { correction, replay } = await correctRow(engine, { tenant, actor, row, values: body.values });
      return { correction, job_id: replay };
    },
  }),
  route({
    id: 'quarantine.discard',
    method: 'POST',
    path: '/v1/quarantine/discard',
    permission: 'data:write',
    summary: 'Discard quarantined rows of a job or a parser',
    body: z.strictObject({
      job: UUID.optional(),
      parser: NAME.optional(),
      column: NAME.optional(),
      error: NAME.optional(),
      rows: z.array(z.int().min(1)).min(1).max(10_000).optional().describe('Row numbers; with a job'),
      reason: z.string().trim().min(1).max(1_000),
    }),
    response: z.object({ discarded: z.int() }),
    async handle({ engine, caller, database, body }) {
      const { job, parser, column, error, rows: rowNumbers, reason } = body;
      if (job === undefined && (parser === undefined || rowNumbers !== undefined)) throw needsOne('discard');
      if (job !== undefined) await ownJob(engine, caller.tenant, job);
      const filter = { ...quarantineFilter({ job, parser, column, error, statuses: ['quarantined'] }), rowNumbers };
      return { discarded: await discardRows({ engine, tenant: caller.tenant, database }, { filter, reason }) };
    },
  }),
];

type Given = { readonly [Name in keyof typeof FILTER]?: z.output<(typeof FILTER)[Name]> };

async function filterOf(
  { engine, caller }: Pick<RouteRequest, 'engine' | 'caller'>,
  { job, parser, column, error, status }: Given,
): Promise<QuarantineFilter> {
  if (job !== undefined) await ownJob(engine, caller.tenant, job);
  return quarantineFilter({ job, parser, column, error, statuses: status });
}

function entryPlace(after: Place | undefined): EntryPlace | undefined {
  const jobId = placeId(after?.id);
  if (jobId === undefined) return undefined;
  const [, row, output] = /^(\d{1,15}) (.*)$/s.exec(String(after?.t)) ?? [];
  if (row !== undefined && output !== undefined) return { jobId, output, rowNumber: Number(row) };
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}

function needsOne(what: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', `To ${what}, name a job or a parser`, {
    why: 'Row numbers are those of a job.',
  });
}
