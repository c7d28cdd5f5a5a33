import * as z from 'zod';
import { diffJson } from '../../../operations/passport/diff-json.js';
import { pipelineJson } from '../../../operations/passport/pipeline-json.js';
import {
  diffVersions,
  EXPLANATION_KINDS,
  explainPassportField,
  linkText,
  passportPipeline,
  PIPELINE_STEPS,
} from '../../../operations/index.js';
import { verificationJson } from '../../../passport/bundle/verification-json.js';
import {
  findPassportVersion,
  listPassportOverviews,
  passportBundle,
  passportOverviewJson,
  qrCode,
  qrSvg,
  verifyBundle,
} from '../../../passport/index.js';
import { CasparianError } from '../../../platform/index.js';
import { placeId } from '../../own-job.js';
import { pagedRoute, pageOf } from '../../page.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { NAME, TIME_OR_NULL, UUID } from '../../schemas/values.js';
import { DOCUMENT_VERSION, PASSPORT_VERSION, SNAPSHOT } from './record-schemas.js';

const PARAMS = { id: UUID };
const STATUS = z.enum(['COMPILING', 'SIGNED', 'ACTIVE', 'SUPERSEDED', 'REVOKED']);
const PERMISSION = 'passport:read' as const;

const OVERVIEW = z
  .object({
    passport_id: z.string(),
    sku: z.string(),
    name: z.string(),
    current_passport_version_id: z.string().nullable(),
    versions: z.int(),
    newest_version: z
      .object({ passport_version_id: z.string(), status: STATUS, created_at: TIME_OR_NULL, rules: z.string() })
      .nullable(),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'PassportOverview' });

const PIPELINE = z
  .object({
    passport_version_id: z.string(),
    status: STATUS,
    steps: z.array(
      z.object({
        step: z.enum(PIPELINE_STEPS),
        state: z.enum(['done', 'running', 'waiting', 'failed', 'ended']),
        at: TIME_OR_NULL,
        duration_ms: z.int().nullable(),
        job_id: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
    documents: z.array(DOCUMENT_VERSION),
    snapshot: SNAPSHOT,
  })
  .meta({ id: 'PassportPipeline' });

const EXPLANATION = z
  .object({
    kind: z.enum(EXPLANATION_KINDS),
    label: z.string(),
    value: z.unknown(),
    source: z.record(z.string(), z.unknown()).nullable(),
    get children() {
      return z.array(EXPLANATION);
    },
  })
  .meta({ id: 'Explanation' });

const DIFF = z
  .object({
    from: PASSPORT_VERSION,
    to: PASSPORT_VERSION,
    fields: z.int(),
    rules_changed: z.boolean(),
    changes: z.array(
      z.object({
        path: z.string(),
        change: z.enum(['added', 'removed', 'changed']),
        before: z.unknown(),
        after: z.unknown(),
        rule_changed: z.boolean(),
        facts: z.array(z.object({ fact: z.string(), document: z.string().nullable() })),
      }),
    ),
    new_documents: z.array(DOCUMENT_VERSION),
  })
  .meta({ id: 'PassportDiff' });

/** What people look at: how far a version has come, why a field has its value, what changed, whether it is genuine. */
export const PASSPORT_READING_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'passports.overview',
    path: '/v1/passport-overview',
    permission: PERMISSION,
    summary: 'List passports with their newest version, newest first',
    query: {
      text: z.string().min(1).max(200).optional().describe('A part of the SKU or the name, in any case'),
      status: STATUS.optional().describe('Of the newest version'),
    },
    item: OVERVIEW,
    async list({ database, query }, { limit, after }) {
      const rows = await listPassportOverviews(database, { ...query, limit: limit + 1, before: placeId(after?.id) });
      return pageOf(rows, limit, { item: passportOverviewJson, place: ({ id }) => ({ t: 0, id }) });
    },
  }),
  route({
    id: 'passport-versions.pipeline',
    method: 'GET',
    path: '/v1/passport-versions/{id}/pipeline',
    permission: PERMISSION,
    summary: 'Show how far a version has come, with its jobs',
    description: 'Also for a version whose compilation has not ended.',
    params: PARAMS,
    response: PIPELINE,
    handle: async ({ engine, database, params }) =>
      pipelineJson(await passportPipeline({ engine, database }, params.id)),
  }),
  route({
    id: 'passport-versions.explain',
    method: 'GET',
    path: '/v1/passport-versions/{id}/explanation',
    permission: PERMISSION,
    summary: 'Show where the value of a field comes from, as a tree',
    params: PARAMS,
    query: {
      field: NAME.describe('The path of the field, such as footprint.per_kwh'),
      operations: z.boolean().default(true).describe('With every step of the computation'),
    },
    response: EXPLANATION,
    handle: async ({ database, params, query: { field, operations } }) =>
      explainPassportField(database, await findPassportVersion(database, params.id), field, {
        withOperations: operations,
      }),
  }),
  route({
    id: 'passport-versions.diff',
    method: 'GET',
    path: '/v1/passport-versions/{id}/diff',
    permission: PERMISSION,
    summary: 'Show which fields changed since another version, and why',
    params: PARAMS,
    query: { from: UUID.describe('The earlier version') },
    response: DIFF,
    async handle({ database, params, query }) {
      const from = await findPassportVersion(database, query.from);
      return diffJson(await diffVersions(database, from, await findPassportVersion(database, params.id)));
    },
  }),
  route({
    id: 'passport-versions.verify',
    method: 'GET',
    path: '/v1/passport-versions/{id}/verification',
    permission: PERMISSION,
    summary: 'Verify hashes, proof and signature of a version',
    params: PARAMS,
    response: z
      .object({
        ok: z.boolean(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), reason: z.string() })),
      })
      .meta({ id: 'PassportVerification' }),
    handle: async ({ database, params }) => verificationJson(verifyBundle(await passportBundle(database, params.id))),
  }),
  route({
    id: 'passport-versions.qr-svg',
    method: 'GET',
    path: '/v1/passport-versions/{id}/qr.svg',
    permission: PERMISSION,
    summary: 'Draw a QR code of a version',
    description: 'Without a link, it has the hashes for offline verification. With one, a phone opens the public page.',
    params: PARAMS,
    query: { link: z.url().max(1_000).optional().describe('The address of the server or resolver') },
    response: { contentType: 'image/svg+xml', description: 'The image' },
    async handle({ database, params, query }) {
      const version = await findPassportVersion(database, params.id);
      const text = query.link === undefined ? version.qrPayload : linkText(version, { resolver: query.link });
      if (text !== null) return new BytesReply(qrSvg(qrCode(text)), 'image/svg+xml');
      throw new CasparianError('PASSPORT_STATE_CONFLICT', `The version ${version.id} has no QR code yet`, {
        next: ['Wait until its jobs have completed.'],
      });
    },
  }),
];
