import * as z from 'zod';
import {
  dropFile,
  heldFile,
  holdFile,
  inspectHeld,
  type InspectionAnswers,
  inspectionJson,
  makeDataset,
  requireFileName,
} from '../../operations/index.js';
import { scanJson } from '../../operations/files/scan-json.js';
import { JsonText } from '../respond/reply.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const ID = { id: UUID.describe('The id of the uploaded file') };
const LINES = z.int().min(0).max(1_000_000);
const ANSWERS = {
  types: z
    .array(
      z.strictObject({
        column: NAME,
        type: z.string().min(1).max(100),
        format: z.string().max(100).nullable().default(null),
      }),
    )
    .max(1_000)
    .default([])
    .describe('Types of columns, instead of the inferred ones'),
  delimiter: z.string().min(1).max(10).optional(),
  quote: z.string().max(1).optional().describe('Empty: nothing is quoted'),
  encoding: z.string().min(1).max(40).optional().describe('As Python names it, such as cp1252'),
  header_lines: LINES.optional(),
  skip_lines: LINES.optional().describe('Lines before the header'),
  footer_lines: LINES.optional(),
  table: z.int().min(1).max(1_000).optional().describe('Which table of a file with several'),
};
const TEXT_OR_NULL = z.string().nullable();
const INSPECTION = z
  .object({
    ...{ id: z.string(), name: z.string(), size_bytes: z.int(), expires_at: TIME_OR_NULL },
    sampled_bytes: z.int().nullable().describe('How much of a large file was read; null: all of it'),
    ...{ format: z.string(), compression: z.string() },
    dialect: z.object({
      ...{ delimiter: TEXT_OR_NULL, quote: TEXT_OR_NULL, escape: TEXT_OR_NULL, encoding: TEXT_OR_NULL },
      ...{ header_lines: z.int().nullable(), preamble_lines: z.int().nullable(), line_end: TEXT_OR_NULL },
    }),
    encodings: z
      .array(z.object({ name: z.string(), sample: z.string() }))
      .describe('How a line reads in other encodings'),
    columns: z.array(
      z.looseObject({
        ...{ name: z.string(), type: z.string(), nullable: z.boolean(), evidence: z.array(z.string()) },
        alternatives: z
          .array(z.object({ type: z.string(), format: TEXT_OR_NULL, why: z.string(), misfits: z.int() }))
          .describe('Types that fit as well. If there are some, it is a question'),
      }),
    ),
    rows: z.int(),
    accounting: z
      .object({
        ...{
          lines: z.int(),
          header: z.int(),
          preamble: z.int(),
          valid: z.int(),
          quarantined: z.int(),
          skipped: z.int(),
        },
      })
      .nullable(),
    notes: z.array(z.string()),
    skipped: z.array(z.object({ line: z.int(), kind: z.string(), reason: z.string() })),
    problems: z.array(z.object({ row: z.int(), column: TEXT_OR_NULL, message: z.string() })).describe('The first ones'),
    lines: z
      .array(z.object({ line: z.int(), text: z.string() }))
      .nullable()
      .describe('The first lines; null: not text'),
    contract: z.unknown().describe('For later files like this one'),
    items: z.array(z.record(z.string(), z.unknown())).describe('The first rows as they would be stored'),
  })
  .meta({ id: 'Inspection' });

export const INSPECTION_ROUTES: readonly Route[] = [
  route({
    id: 'inspections.create',
    method: 'POST',
    path: '/v1/inspections',
    permission: 'data:write',
    summary: 'Upload a file to see what it is, without creating anything',
    description: 'The file is kept for an hour. Make a dataset of it, or delete it.',
    status: 201,
    query: { name: z.string().min(1).max(200).describe('The name of the file, without folders') },
    body: { contentType: 'application/octet-stream', description: 'The content of the file' },
    response: INSPECTION,
    async handle({ query, services, caller, upload, signal }) {
      requireFileName(query.name);
      const place = { home: services.home, tenant: caller.tenant, name: query.name };
      const file = await holdFile({ ...place, saveTo: (path) => upload.saveTo(path) });
      try {
        return inspected(await inspectHeld(file, { format: {}, types: new Map() }, signal));
      } catch (error) {
        await dropFile(file);
        throw error;
      }
    },
  }),
  route({
    id: 'inspections.adjust',
    method: 'POST',
    path: '/v1/inspections/{id}',
    permission: 'data:write',
    summary: 'Inspect an uploaded file again with other answers',
    params: ID,
    body: z.strictObject(ANSWERS),
    response: INSPECTION,
    handle: async (request) =>
      inspected(await inspectHeld(await fileOf(request), answersOf(request.body), request.signal)),
  }),
  route({
    id: 'inspections.make-dataset',
    method: 'POST',
    path: '/v1/inspections/{id}/dataset',
    permission: 'data:write',
    summary: 'Make a dataset of an uploaded file',
    description: 'The answers become the contract of the dataset. The file is stored and read by a job.',
    status: 201,
    params: ID,
    body: z.strictObject({
      dataset: NAME,
      existing: z.boolean().default(false).describe('Add the rows to a dataset that exists, with its contract'),
      ...ANSWERS,
    }),
    response: z.looseObject({ dataset: z.string(), path: z.string(), size_bytes: z.int(), jobs_created: z.int() }),
    async handle(request) {
      const { engine, caller, database, services, body, signal } = request;
      const made = await makeDataset(
        { engine, tenant: caller.tenant, database },
        {
          ...{
            file: await fileOf(request),
            dataset: body.dataset,
            answers: answersOf(body),
            isExisting: body.existing,
          },
          ...{ home: services.home, actor: caller.actor, signal },
        },
      );
      return { ...scanJson(made), dataset: body.dataset, path: made.path, size_bytes: made.bytes };
    },
  }),
  route({
    id: 'inspections.delete',
    method: 'DELETE',
    path: '/v1/inspections/{id}',
    permission: 'data:write',
    summary: 'Delete a file that was uploaded to be inspected',
    params: ID,
    response: z.object({ deleted: z.boolean() }),
    async handle(request) {
      await dropFile(await fileOf(request));
      return { deleted: true };
    },
  }),
];

function fileOf({ params, services, caller }: Pick<RouteRequest<typeof ID>, 'params' | 'services' | 'caller'>) {
  return heldFile({ home: services.home, tenant: caller.tenant, id: params.id.toLowerCase() });
}

function inspected(inspection: Awaited<ReturnType<typeof inspectHeld>>): unknown {
  return { ...inspectionJson(inspection), items: inspection.rows.map((row) => new JsonText(row)) };
}

type Given = { readonly [Name in keyof typeof ANSWERS]?: z.output<(typeof ANSWERS)[Name]> };

function answersOf(given: Given): InspectionAnswers {
  const { types = [], delimiter, quote, encoding, header_lines, skip_lines, footer_lines, table } = given;
  return {
    format: {
      ...{ delimiter, quote: quote === '' ? null : quote, encoding },
      ...{ headerLines: header_lines, skipLines: skip_lines, footerLines: footer_lines, table },
    },
    types: new Map(types.map(({ column, type, format }) => [column, { type, format }])),
  };
}
