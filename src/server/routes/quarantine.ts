import * as z from 'zod';
import { beginReplays, discardRows, findReplays, quarantineFilter, restoreRows } from '../../operations/index.js';
import {
  countEntriesUpTo,
  type EntryPlace,
  exportLines,
  findEntries,
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
import { BytesReply, JsonText } from '../respond/reply.js';
import { startedStream } from '../respond/started-stream.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { ENTRY } from '../schemas/quarantine.js';
import { CAPPED_COUNT, NAME, UUID } from '../schemas/values.js';

const FILTER = {
  job: UUID.optional().describe('Rows of this job'),
  parser: NAME.optional(),
  output: NAME.optional().describe('The dataset, or the output of the parser'),
  file: UUID.optional().describe('Rows of this file'),
  column: NAME.optional(),
  error: NAME.optional().describe('The type of the error'),
  status: z.array(z.string().max(20)).optional().describe('quarantined, recovered, discarded, superseded or evidence'),
};
const QUARANTINED_ROW = z.object(ENTRY).meta({ id: 'QuarantinedRow' });

export const QUARANTINE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'quarantine.list',
    path: '/v1/quarantine',
    permission: 'data:read',
    summary: 'List quarantined rows, those of the newest job first',
    query: FILTER,
    item: QUARANTINED_ROW,
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
          ...{ rows: z.int(), messages: z.array(z.looseObject({ message: z.string() })), example: QUARANTINED_ROW },
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
    id: 'quarantine.export',
    method: 'GET',
    path: '/v1/quarantine-export',
    permission: 'data:read',
    summary: 'Download quarantined rows as a file',
    description: 'CSV can be edited and imported again.',
    query: { ...FILTER, format: z.enum(['csv', 'jsonl']).default('csv') },
    response: { contentType: ['text/csv', 'application/x-ndjson'], description: 'The file' },
    async handle(request) {
      const { format, ...given } = request.query;
      const entries = findEntries(request.database, await filterOf(request, given));
      const body = await startedStream(exportLines(entries, format, { verbatim: false }));
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
      return new BytesReply(body, type, { 'content-disposition': `attachment; filename="quarantine.${format}"` });
    },
  }),
  route({
    id: 'quarantine.replay',
    method: 'POST',
    path: '/v1/quarantine/replay',
    permission: 'data:write',
    summary: 'Read quarantined rows of a job or a parser again',
    description:
      'Enqueues one job for each file, and retries the jobs that failed because of their rows. Follow the jobs to see how many rows were recovered.',
    status: 202,
    body: z.strictObject({
      job: UUID.optional(),
      parser: NAME.optional(),
      same_version: z
        .boolean()
        .optional()
        .describe('Use the version of the parser that rejected them, not the current one'),
    }),
    response: z.object({ job_ids: z.array(z.string()), rows: z.int() }),
    async handle({ engine, caller, database, body }) {
      const { job, parser } = body;
      if ((job === undefined) === (parser === undefined)) throw needsOne('replay');
      if (job !== undefined) await ownJob(engine, caller.tenant, job);
      const sameVersion = body.same_version;
      const replays = await findReplays({ engine, tenant: caller.tenant, database }, { job, parser, sameVersion });
      const jobIds = await beginReplays(engine, replays, { ...caller, sameVersion });
      return { job_ids: jobIds, rows: replays.rows.reduce((sum, { rows }) => sum + rows, 0) };
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
  route({
    id: 'quarantine.restore',
    method: 'POST',
    path: '/v1/quarantine/restore',
    permission: 'data:write',
    summary: 'Put discarded rows of a job or a parser back into quarantine',
    description: 'Rows of files that were read again since stay discarded.',
    body: z.strictObject({
      job: UUID.optional(),
      parser: NAME.optional(),
      output: NAME.optional(),
      column: NAME.optional(),
      error: NAME.optional(),
      rows: z.array(z.int().min(1)).min(1).max(10_000).optional().describe('Row numbers; with a job'),
      since: z.iso.datetime().optional().describe('Only rows that were discarded at this time or later'),
    }),
    response: z.object({ restored: z.int() }),
    async handle({ engine, caller, database, body }) {
      const { job, parser, rows: rowNumbers, since, ...selection } = body;
      if (job === undefined && (parser === undefined || rowNumbers !== undefined)) throw needsOne('restore');
      if (job !== undefined) await ownJob(engine, caller.tenant, job);
      const filter = { ...quarantineFilter({ job, parser, ...selection, statuses: ['discarded'] }), rowNumbers };
      const time = since === undefined ? undefined : Date.parse(since);
      return { restored: await restoreRows({ engine, tenant: caller.tenant, database }, { filter, since: time }) };
    },
  }),
];

type Given = { readonly [Name in keyof typeof FILTER]?: z.output<(typeof FILTER)[Name]> };

async function filterOf(
  { engine, caller }: Pick<RouteRequest, 'engine' | 'caller'>,
  { job, status: statuses, ...selection }: Given,
): Promise<QuarantineFilter> {
  if (job !== undefined) await ownJob(engine, caller.tenant, job);
  return quarantineFilter({ job, statuses, ...selection });
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
