import * as z from 'zod';
import {
  addDocument,
  addFactsToSnapshot,
  createDataSnapshot,
  dataSnapshotJson,
  documentContent,
  documentJson,
  documentKind,
  documentVersionJson,
  factJson,
  findDataSnapshot,
  findDocument,
  findDocumentVersion,
  listDataSnapshots,
  listDocuments,
  listDocumentVersions,
  listFacts,
  requestSnapshotBuild,
  sealDataSnapshot,
  uploadDocument,
} from '../../../passport/index.js';
import { CasparianError } from '../../../platform/index.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';
import { recordList } from './paged-records.js';
import { BUILDING_SNAPSHOT, DOCUMENT, DOCUMENT_VERSION, FACT, SNAPSHOT, UPLOADED_VERSION } from './record-schemas.js';

const PARAMS = { id: UUID };
const TEXT = z.string().min(1).max(500);

/** Documents, their facts, and snapshots of facts. */
export const PASSPORT_INPUT_ROUTES: readonly Route[] = [
  recordList({
    id: 'documents.list',
    path: '/v1/documents',
    permission: 'docs:read',
    summary: 'List documents, oldest first',
    query: { kind: z.string().max(20).optional() },
    item: DOCUMENT,
    json: documentJson,
    find: (database, page, { query }) =>
      listDocuments(database, { ...page, kind: query.kind === undefined ? undefined : documentKind(query.kind) }),
  }),
  route({
    id: 'documents.create',
    method: 'POST',
    path: '/v1/documents',
    permission: 'docs:upload',
    summary: 'Add a document',
    description: 'The same kind and reference again return the existing document.',
    status: 201,
    body: z.strictObject({
      kind: z.string().max(20).describe('BOM, PCF, DUE_DILIGENCE (or DD), BATTERY_DATA or OTHER'),
      external_ref: TEXT.optional(),
    }),
    response: DOCUMENT,
    async handle({ write, body }) {
      const kind = documentKind(body.kind);
      return documentJson(await write((tx) => addDocument(tx, { kind, externalRef: body.external_ref })));
    },
  }),
  route({
    id: 'documents.get',
    method: 'GET',
    path: '/v1/documents/{id}',
    permission: 'docs:read',
    summary: 'Show a document',
    params: PARAMS,
    response: DOCUMENT,
    handle: async ({ database, params }) => documentJson(await findDocument(database, params.id)),
  }),
  route({
    id: 'documents.upload',
    method: 'POST',
    path: '/v1/documents/{id}/versions',
    permission: 'docs:upload',
    summary: 'Upload a version of a document; its facts are read by a job',
    status: 201,
    params: PARAMS,
    body: z.strictObject({
      content: z.base64().describe('The content in base64'),
      mime_type: z.string().min(1).max(200),
    }),
    response: UPLOADED_VERSION,
    async handle({ write, params, body }) {
      const upload = { documentId: params.id, mimeType: body.mime_type, content: Buffer.from(body.content, 'base64') };
      const { version, isNew, jobId } = await write((tx) => uploadDocument(tx, upload));
      return { ...documentVersionJson(version), job_id: jobId, is_new: isNew };
    },
  }),
  recordList({
    id: 'documents.versions',
    path: '/v1/documents/{id}/versions',
    permission: 'docs:read',
    summary: 'List the versions of a document',
    params: PARAMS,
    item: DOCUMENT_VERSION,
    json: documentVersionJson,
    find: (database, page, { params }) => listDocumentVersions(database, { ...page, documentId: params.id }),
  }),
  route({
    id: 'document-versions.get',
    method: 'GET',
    path: '/v1/document-versions/{id}',
    permission: 'docs:read',
    summary: 'Show a version of a document',
    params: PARAMS,
    response: DOCUMENT_VERSION,
    handle: async ({ database, params }) => documentVersionJson(await findDocumentVersion(database, params.id)),
  }),
  route({
    id: 'document-versions.content',
    method: 'GET',
    path: '/v1/document-versions/{id}/content',
    permission: 'docs:read',
    summary: 'Download the content of a version of a document',
    params: PARAMS,
    response: { contentType: 'application/octet-stream', description: 'The uploaded bytes' },
    handle: async ({ database, params }) =>
      // Never the type of the upload: a browser would run a page that someone uploaded.
      new BytesReply(await documentContent(database, params.id), 'application/octet-stream', {
        'content-disposition': 'attachment',
      }),
  }),
  recordList({
    id: 'facts.list',
    path: '/v1/facts',
    permission: 'docs:read',
    summary: 'List facts, oldest first',
    query: {
      fact_type: TEXT.optional(),
      fact_key_prefix: TEXT.optional(),
      document_version_id: UUID.optional(),
      snapshot_id: UUID.optional(),
    },
    item: FACT,
    json: factJson,
    find: (database, page, { query }) =>
      listFacts(database, {
        ...page,
        ...{ factType: query.fact_type, factKeyPrefix: query.fact_key_prefix },
        ...{ documentVersionId: query.document_version_id, snapshotId: query.snapshot_id },
      }),
  }),
  recordList({
    id: 'snapshots.list',
    path: '/v1/snapshots',
    permission: 'docs:read',
    summary: 'List snapshots, oldest first',
    item: SNAPSHOT,
    json: dataSnapshotJson,
    find: listDataSnapshots,
  }),
  route({
    id: 'snapshots.create',
    method: 'POST',
    path: '/v1/snapshots',
    permission: 'snapshot:build',
    summary: 'Create a snapshot, and build it if facts are given',
    status: 201,
    body: z.strictObject({
      label: TEXT.optional(),
      document_version_ids: z.array(UUID).min(1).max(1_000).optional(),
      fact_ids: z.array(UUID).min(1).max(10_000).optional(),
    }),
    response: z.object({ ...SNAPSHOT.shape, job_id: z.string().nullable() }),
    async handle({ write, body }) {
      const { label, document_version_ids: documentVersionIds, fact_ids: factIds } = body;
      return write(async (tx) => {
        const { id } = await createDataSnapshot(tx, { label });
        const hasFacts = documentVersionIds !== undefined || factIds !== undefined;
        if (hasFacts) await addFactsToSnapshot(tx, id, { documentVersionIds, factIds });
        const jobId = hasFacts ? await requestSnapshotBuild(tx, id) : null;
        return { ...dataSnapshotJson(await findDataSnapshot(tx, id)), job_id: jobId };
      });
    },
  }),
  route({
    id: 'snapshots.get',
    method: 'GET',
    path: '/v1/snapshots/{id}',
    permission: 'docs:read',
    summary: 'Show a snapshot',
    params: PARAMS,
    response: SNAPSHOT,
    handle: async ({ database, params }) => dataSnapshotJson(await findDataSnapshot(database, params.id)),
  }),
  route({
    id: 'snapshots.items',
    method: 'POST',
    path: '/v1/snapshots/{id}/items',
    permission: 'snapshot:build',
    summary: 'Add facts to a snapshot and build it',
    params: PARAMS,
    body: z.strictObject({
      fact_id: UUID.optional(),
      fact_ids: z.array(UUID).max(10_000).optional(),
      document_version_ids: z.array(UUID).max(1_000).optional(),
    }),
    response: BUILDING_SNAPSHOT,
    async handle({ write, params, body }) {
      const factIds = [...(body.fact_id === undefined ? [] : [body.fact_id]), ...(body.fact_ids ?? [])];
      const documentVersionIds = body.document_version_ids ?? [];
      if (factIds.length + documentVersionIds.length === 0) throw nothingGiven();
      return write(async (tx) => {
        await addFactsToSnapshot(tx, params.id, { factIds, documentVersionIds });
        const jobId = await requestSnapshotBuild(tx, params.id);
        return { ...dataSnapshotJson(await findDataSnapshot(tx, params.id)), job_id: jobId };
      });
    },
  }),
  route({
    id: 'snapshots.seal',
    method: 'POST',
    path: '/v1/snapshots/{id}/seal',
    permission: 'snapshot:seal',
    summary: 'Seal a snapshot: nothing can change it from now on',
    params: PARAMS,
    response: SNAPSHOT,
    handle: async ({ write, params }) => dataSnapshotJson(await write((tx) => sealDataSnapshot(tx, params.id))),
  }),
];

function nothingGiven(): CasparianError {
  return new CasparianError('VALIDATION_ERROR', 'No fact is given', {
    next: ['Give fact_ids or document_version_ids.'],
  });
}
