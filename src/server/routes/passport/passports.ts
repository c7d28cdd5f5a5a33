import * as z from 'zod';
import type { TenantExecutor } from '../../../database/index.js';
import {
  activatePassportVersion,
  addProduct,
  createPassport,
  findPassport,
  findPassportVersion,
  findProduct,
  listPassports,
  listPassportVersions,
  listProducts,
  passportArtefacts,
  type PassportArtefacts,
  passportBundle,
  passportJson,
  passportVersionJson,
  productJson,
  replayPassportVersion,
  requestCompile,
  revokePassportVersion,
} from '../../../passport/index.js';
import { CasparianError } from '../../../platform/index.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { NAME, UUID } from '../../schemas/values.js';
import { recordList } from './paged-records.js';
import { PASSPORT, PASSPORT_VERSION, PRODUCT } from './record-schemas.js';

const PARAMS = { id: UUID };

/** Products, passports and their versions. The specification names no permission for products: who may compile may change them. */
export const PASSPORT_ROUTES: readonly Route[] = [
  recordList({
    id: 'battery-products.list',
    path: '/v1/battery-products',
    permission: 'passport:read',
    summary: 'List battery products, oldest first',
    item: PRODUCT,
    json: productJson,
    find: listProducts,
  }),
  route({
    id: 'battery-products.create',
    method: 'POST',
    path: '/v1/battery-products',
    permission: 'passport:compile',
    summary: 'Add a battery product',
    status: 201,
    body: z.strictObject({ sku: z.string().min(1).max(100), name: z.string().min(1).max(500) }),
    response: PRODUCT,
    handle: async ({ write, body }) => productJson(await write((tx) => addProduct(tx, body))),
  }),
  route({
    id: 'battery-products.get',
    method: 'GET',
    path: '/v1/battery-products/{id}',
    permission: 'passport:read',
    summary: 'Show a battery product, by its id or SKU',
    params: { id: NAME },
    response: PRODUCT,
    handle: async ({ database, params }) => productJson(await findProduct(database, params.id)),
  }),
  recordList({
    id: 'passports.list',
    path: '/v1/passports',
    permission: 'passport:read',
    summary: 'List passports, oldest first',
    query: { battery_product_id: UUID.optional() },
    item: PASSPORT,
    json: passportJson,
    find: (database, page, { query }) =>
      listPassports(database, { ...page, productId: query.battery_product_id?.toLowerCase() }),
  }),
  route({
    id: 'passports.create',
    method: 'POST',
    path: '/v1/passports',
    permission: 'passport:compile',
    summary: 'Create the passport of a battery product',
    status: 201,
    body: z.strictObject({ battery_product_id: NAME.describe('The id or the SKU') }),
    response: PASSPORT,
    handle: async ({ write, body }) => passportJson(await write((tx) => createPassport(tx, body.battery_product_id))),
  }),
  route({
    id: 'passports.get',
    method: 'GET',
    path: '/v1/passports/{id}',
    permission: 'passport:read',
    summary: 'Show a passport',
    params: PARAMS,
    response: PASSPORT,
    handle: async ({ database, params }) => passportJson(await findPassport(database, params.id)),
  }),
  recordList({
    id: 'passports.versions',
    path: '/v1/passports/{id}/versions',
    permission: 'passport:read',
    summary: 'List the versions of a passport',
    params: PARAMS,
    item: PASSPORT_VERSION,
    json: passportVersionJson,
    find: (database, page, { params }) => listPassportVersions(database, { ...page, passportId: params.id }),
  }),
  route({
    id: 'passports.compile',
    method: 'POST',
    path: '/v1/passports/{id}/compile',
    permission: 'passport:compile',
    summary: 'Compile a version of a passport; jobs sign it and draw its QR code',
    status: 202,
    params: PARAMS,
    body: z.strictObject({ snapshot_id: UUID, rule_package_version_id: UUID }),
    response: z.object({ passport_version_id: z.string(), job_id: z.string(), status: z.literal('COMPILING') }),
    async handle({ write, params, body, services }) {
      const request = {
        ...{ passportId: params.id, snapshotId: body.snapshot_id, ruleVersionId: body.rule_package_version_id },
        signingKeyId: await services.currentKeyId(),
      };
      const { passportVersionId, jobId } = await write((tx) => requestCompile(tx, request));
      return { passport_version_id: passportVersionId, job_id: jobId, status: 'COMPILING' };
    },
  }),
  route({
    id: 'passport-versions.get',
    method: 'GET',
    path: '/v1/passport-versions/{id}',
    permission: 'passport:read',
    summary: 'Show a version of a passport',
    params: PARAMS,
    response: PASSPORT_VERSION,
    handle: async ({ database, params }) => passportVersionJson(await findPassportVersion(database, params.id)),
  }),
  artefact('payload', 'application/json', ({ payloadCanonical }) => payloadCanonical),
  artefact('proof', 'application/json', ({ proofCanonical }) => proofCanonical),
  artefact('receipt', 'application/json', ({ signedReceipt, receiptCanonical }) => signedReceipt ?? receiptCanonical),
  artefact('qr.png', 'image/png', ({ qrPng }) => qrPng),
  route({
    id: 'passport-versions.bundle',
    method: 'GET',
    path: '/v1/passport-versions/{id}/bundle',
    permission: 'passport:read',
    summary: 'Download everything that verifies a version of a passport',
    params: PARAMS,
    response: { contentType: 'application/json', description: 'The bundle' },
    handle: async ({ database, params }) =>
      new BytesReply(await passportBundle(database, params.id), 'application/json; charset=utf-8'),
  }),
  route({
    id: 'passport-versions.activate',
    method: 'POST',
    path: '/v1/passport-versions/{id}/activate',
    permission: 'passport:sign',
    summary: 'Put a signed version into force; it supersedes the one before',
    params: PARAMS,
    response: PASSPORT_VERSION,
    handle: async ({ write, params }) =>
      passportVersionJson(await write((tx) => activatePassportVersion(tx, params.id))),
  }),
  route({
    id: 'passport-versions.revoke',
    method: 'POST',
    path: '/v1/passport-versions/{id}/revoke',
    permission: 'passport:revoke',
    summary: 'Revoke a version of a passport',
    params: PARAMS,
    body: z.strictObject({ reason: z.string().min(1).max(500) }),
    response: PASSPORT_VERSION,
    handle: async ({ write, params, body }) =>
      passportVersionJson(await write((tx) => revokePassportVersion(tx, params.id, { reason: body.reason }))),
  }),
  route({
    id: 'passport-versions.replay',
    method: 'POST',
    path: '/v1/passport-versions/{id}/replay',
    permission: 'passport:replay',
    isRead: true,
    summary: 'Compile a version again from stored bytes and verify its signature',
    params: PARAMS,
    response: z.object({
      ok: z.literal(true),
      passport_version_id: z.string(),
      payload_hash: z.string(),
      proof_root_hash: z.string(),
      receipt_hash: z.string(),
      signing_key_id: z.string(),
    }),
    async handle({ database, params }) {
      const replay = await replayPassportVersion(database, params.id);
      return {
        ok: true,
        passport_version_id: replay.passportVersionId,
        payload_hash: replay.payloadHash,
        proof_root_hash: replay.proofRootHash,
        receipt_hash: replay.receiptHash,
        signing_key_id: replay.signingKeyId,
      };
    },
  }),
];

/** The stored bytes, never rebuilt ones. */
function artefact(name: string, contentType: string, pick: (artefacts: PassportArtefacts) => Buffer | null): Route {
  return route({
    id: `passport-versions.${name.replace('.', '-')}`,
    method: 'GET',
    path: `/v1/passport-versions/{id}/${name}`,
    permission: 'passport:read',
    summary: `Download the ${name} of a version of a passport`,
    params: PARAMS,
    response: { contentType, description: 'The stored bytes' },
    handle: async ({ database, params }) => new BytesReply(await storedBytes(database, params.id, pick), contentType),
  });
}

async function storedBytes(
  database: TenantExecutor,
  id: string,
  pick: (artefacts: PassportArtefacts) => Buffer | null,
): Promise<Buffer> {
  const bytes = pick(await passportArtefacts(database, id));
  if (bytes !== null) return bytes;
  throw new CasparianError('PASSPORT_STATE_CONFLICT', `The version ${id} does not have it yet`, {
    next: ['Wait until its jobs have completed.'],
  });
}
