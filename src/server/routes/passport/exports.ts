import * as z from 'zod';
import {
  audienceFields,
  AUDIENCES,
  EXPORT_FORMATS,
  exportContent,
  exportJson,
  listExports,
  requestExport,
} from '../../../passport/index.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';
import { STARTED_JOB } from './record-schemas.js';

const AUDIENCE = z.enum(AUDIENCES);
/** JSON is the bundle without facts and rules. It is for the operator: its proof has every value. */
const FORMAT = z.enum([...Object.keys(EXPORT_FORMATS), 'JSON']);

const EXPORT = z.object({
  export_id: z.string(),
  passport_version_id: z.string(),
  format: z.string(),
  audience: z.string().nullable(),
  mime_type: z.string(),
  sha256: z.string(),
  size_bytes: z.int(),
  created_at: z.string(),
});
type ExportJson = z.infer<typeof EXPORT>;

/** Files for an audience, and what an audience sees. */
export const EXPORT_ROUTES: readonly Route[] = [
  route({
    id: 'passport-versions.exports',
    method: 'GET',
    path: '/v1/passport-versions/{id}/exports',
    permission: 'passport:read',
    summary: 'List the exports of a version, oldest first',
    params: { id: UUID },
    response: z.object({ items: z.array(EXPORT) }),
    handle: async ({ database, params }) => ({
      items: (await listExports(database, params.id)).map((record) => exportJson(record) as ExportJson),
    }),
  }),
  route({
    id: 'passport-versions.export',
    method: 'POST',
    path: '/v1/passport-versions/{id}/exports',
    permission: 'passport:sign',
    summary: 'Export an active version for an audience; a job makes the file',
    status: 202,
    params: { id: UUID },
    body: z.strictObject({ format: FORMAT, audience: AUDIENCE.default('public') }),
    response: STARTED_JOB,
    handle: async ({ write, params, body }) => ({
      job_id: await write((tx) => requestExport(tx, { passportVersionId: params.id, ...body })),
    }),
  }),
  route({
    id: 'passport-versions.view',
    method: 'GET',
    path: '/v1/passport-versions/{id}/view',
    permission: 'passport:read',
    summary: 'Show what an audience sees of a version; other fields are left out',
    params: { id: UUID },
    query: { audience: AUDIENCE.default('public') },
    response: z.object({
      audience: AUDIENCE,
      fields: z.record(z.string(), z.unknown()).describe('By path'),
      hidden: z.int().describe('How many fields the audience does not see'),
    }),
    async handle({ database, params, query }) {
      const { values, hidden } = await audienceFields(database, params.id, query.audience);
      return { audience: query.audience, fields: Object.fromEntries(values), hidden };
    },
  }),
  route({
    id: 'passport-exports.content',
    method: 'GET',
    path: '/v1/passport-exports/{id}/content',
    permission: 'passport:read',
    summary: 'Download an export',
    params: { id: UUID },
    response: { contentType: 'application/octet-stream', description: 'The stored bytes' },
    handle: async ({ database, params }) =>
      new BytesReply(await exportContent(database, params.id), 'application/octet-stream'),
  }),
];
