import * as z from 'zod';
import {
  END_REASONS,
  findPassport,
  findTransfer,
  historyFile,
  listStatements,
  listTransfers,
  newestStatusList,
  passportJson,
  receivePassport,
  requestDecision,
  requestEnd,
  requestOffer,
  requestReadings,
  requestRefresh,
  requestStatusList,
  requestSuccession,
  requestWithdrawal,
  everyStatement,
  statementFile,
  statementJson,
  transferJson,
} from '../../../passport/index.js';
import { CasparianError, cjsonBytes, exactJson, readEd25519PublicKey } from '../../../platform/index.js';
import { pagedRoute, pageOf } from '../../page.js';
import { BytesReply } from '../../respond/reply.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';
import { recordList } from './paged-records.js';
import { PASSPORT, STATEMENT, TRANSFER } from './record-schemas.js';

const PARAMS = { id: UUID };
const JOB = z.object({ job_id: z.string() });
const CREDENTIAL = { contentType: 'application/vc', description: 'The signed status list' };
const DAYS = z.int().min(1).max(365);

/** What happens to a battery after its passport was issued. Everything that is signed is signed by a job. */
export const PASSPORT_LIFE_ROUTES: readonly Route[] = [
  route({
    id: 'readings.create',
    method: 'POST',
    path: '/v1/readings',
    permission: 'passport:compile',
    summary: 'Record readings of batteries; a job signs them',
    status: 202,
    body: z.strictObject({
      product: z.string().max(100).optional().describe('The SKU, if batteries are named by serial numbers'),
      readings: z
        .array(
          z.strictObject({
            battery: z.string().min(1).max(300).describe('SKU/SERIAL, or the id of a passport'),
            observed_at: z.string().max(40),
            values: z.record(z.string(), z.unknown()).describe('By the paths of attributes'),
          }),
        )
        .min(1)
        .max(10_000),
    }),
    response: z.object({ document_version_id: z.string(), job_id: z.string(), readings: z.int() }),
    async handle({ write, body, services }) {
      const { product, readings } = body;
      const request = {
        ...{ content: Buffer.from(exactJson({ readings })), mimeType: 'application/json', product },
        signingKeyId: await services.currentKeyId(),
      };
      const requested = await write((tx) => requestReadings(tx, request));
      const { documentVersionId, jobId } = requested;
      return { document_version_id: documentVersionId, job_id: jobId, readings: requested.readings };
    },
  }),
  pagedRoute({
    id: 'passports.statements',
    path: '/v1/passports/{id}/statements',
    permission: 'passport:read',
    summary: 'List the history of a battery: readings, transfers, its end',
    params: PARAMS,
    item: STATEMENT,
    async list({ database, params }, { limit, after }) {
      const page = { limit: limit + 1, afterSequence: Number(after?.t ?? 0) };
      const rows = await listStatements(database, params.id, page);
      return pageOf(rows, limit, { item: statementJson, place: ({ sequence, id }) => ({ t: sequence, id }) });
    },
  }),
  route({
    id: 'passports.history',
    method: 'GET',
    path: '/v1/passports/{id}/history',
    permission: 'passport:read',
    summary: 'Download the signed history of a battery, which can be verified alone',
    params: PARAMS,
    response: { contentType: 'application/json', description: 'The history' },
    handle: async ({ database, params }) =>
      new BytesReply(
        await historyFile(database, await findPassport(database, params.id)),
        'application/json; charset=utf-8',
      ),
  }),
  route({
    id: 'passports.refresh',
    method: 'POST',
    path: '/v1/passports/{id}/refresh',
    permission: 'passport:sign',
    summary: 'Make a new version from readings',
    status: 202,
    params: PARAMS,
    body: z.strictObject({ activate: z.boolean().default(false) }),
    response: JOB,
    async handle({ write, params, body, services }) {
      const signingKeyId = await services.currentKeyId();
      const request = { passportIds: [params.id], signingKeyId, activate: body.activate };
      const [jobId = ''] = await write((tx) => requestRefresh(tx, request));
      return { job_id: jobId };
    },
  }),
  route({
    id: 'passports.end',
    method: 'POST',
    path: '/v1/passports/{id}/end',
    permission: 'passport:revoke',
    summary: 'End the passport of a battery, and link it to its successor',
    status: 202,
    params: PARAMS,
    body: z.strictObject({
      reason: z.enum(END_REASONS),
      successor_passport_id: UUID.optional(),
      successor_url: z.string().max(2_000).optional(),
    }),
    response: JOB,
    async handle({ write, params, body, services }) {
      const signingKeyId = await services.currentKeyId();
      const { successor_passport_id: id, successor_url: url, reason } = body;
      const jobId = await write(async (tx) => {
        const successor =
          id !== undefined ? { passport: await findPassport(tx, id) } : url !== undefined ? { url } : undefined;
        return requestEnd(tx, { passport: await findPassport(tx, params.id), reason, successor, signingKeyId });
      });
      return { job_id: jobId };
    },
  }),
  route({
    id: 'passports.succeed',
    method: 'POST',
    path: '/v1/passports/{id}/predecessor',
    permission: 'passport:sign',
    summary: 'Link a passport to the one that the battery had in another installation',
    status: 202,
    params: PARAMS,
    body: z.strictObject({
      url: z.string().max(2_000).describe('The address of the earlier passport'),
      history: z.looseObject({ history_version: z.literal('BPC-HISTORY-1') }).describe('Its signed history'),
      public_key: z.string().max(1_000).optional().describe('The key of its maker, in base64 or PEM'),
    }),
    response: JOB,
    async handle({ write, params, body, services }) {
      const signingKeyId = await services.currentKeyId();
      const publicKey = body.public_key === undefined ? undefined : readEd25519PublicKey(body.public_key);
      const request = { url: body.url, history: cjsonBytes(body.history), publicKey, signingKeyId };
      return {
        job_id: await write(async (tx) =>
          requestSuccession(tx, { ...request, passport: await findPassport(tx, params.id) }),
        ),
      };
    },
  }),
  recordList({
    id: 'transfers.list',
    path: '/v1/transfers',
    permission: 'passport:read',
    summary: 'List offers of responsibility and what became of them',
    query: { passport_id: UUID.optional() },
    item: TRANSFER,
    json: transferJson,
    find: (database, page, { query }) => listTransfers(database, { ...page, passportId: query.passport_id }),
  }),
  route({
    id: 'transfers.offer',
    method: 'POST',
    path: '/v1/passports/{id}/transfers',
    permission: 'passport:sign',
    summary: 'Offer the responsibility for a battery to another operator',
    status: 202,
    params: PARAMS,
    body: z.strictObject({
      operator: z.strictObject({ identifier: z.string().min(1).max(200), name: z.string().min(1).max(200) }),
      operator_key: z.string().min(1).max(1_000).describe('The public key that has to accept, in base64 or PEM'),
      valid_days: DAYS.default(30),
    }),
    response: z.object({ transfer_id: z.string(), job_id: z.string() }),
    async handle({ write, params, body, services }) {
      const signingKeyId = await services.currentKeyId();
      const operatorKey = readEd25519PublicKey(body.operator_key);
      const { transferId, jobId } = await write(async (tx) =>
        requestOffer(tx, {
          ...{ passport: await findPassport(tx, params.id), operator: body.operator, operatorKey },
          ...{ validDays: body.valid_days, signingKeyId },
        }),
      );
      return { transfer_id: transferId, job_id: jobId };
    },
  }),
  route({
    id: 'transfers.get',
    method: 'GET',
    path: '/v1/transfers/{id}',
    permission: 'passport:read',
    summary: 'Show an offer of responsibility',
    params: PARAMS,
    response: TRANSFER,
    handle: async ({ database, params }) => transferJson(await findTransfer(database, params.id)),
  }),
  route({
    id: 'transfers.file',
    method: 'GET',
    path: '/v1/transfers/{id}/offer',
    permission: 'passport:read',
    summary: 'Download the signed offer for the other operator',
    params: PARAMS,
    response: { contentType: 'application/json', description: 'The offer' },
    async handle({ database, params }) {
      const { passportId, offerHash } = await findTransfer(database, params.id);
      const offers = await everyStatement(database, passportId, 'TRANSFER_OFFERED');
      const offer = offers.find(({ hash }) => hash === offerHash);
      if (offer === undefined) throw new CasparianError('NOT_FOUND', `There is no offer '${params.id}'`);
      return new BytesReply(cjsonBytes(statementFile(offer)), 'application/json; charset=utf-8');
    },
  }),
  route({
    id: 'transfers.decide',
    method: 'POST',
    path: '/v1/transfers/decisions',
    permission: 'passport:sign',
    summary: 'Record the signed decision of the other operator',
    status: 202,
    body: z.looseObject({ decision_version: z.literal('BPC-DECISION-1') }),
    response: z.object({ transfer_id: z.string(), job_id: z.string().nullable() }),
    async handle({ write, body, services }) {
      const request = { content: Buffer.from(exactJson(body)), signingKeyId: await services.currentKeyId() };
      const { transfer, jobId } = await write((tx) => requestDecision(tx, request));
      return { transfer_id: transfer.id, job_id: jobId ?? null };
    },
  }),
  route({
    id: 'transfers.receive',
    method: 'POST',
    path: '/v1/transfers/received',
    permission: 'passport:sign',
    summary: 'Take over a passport for which you are responsible now, with its history',
    status: 201,
    body: z.strictObject({
      bundle: z.looseObject({ bundle_version: z.literal('BPC-BUNDLE-1') }).describe('Of the newest version'),
      history: z.looseObject({ history_version: z.literal('BPC-HISTORY-1') }),
      serial: z.string().max(100).optional(),
    }),
    response: PASSPORT,
    async handle({ write, body, services }) {
      const keyId = await services.currentKeyId();
      const own = (await services.publishedKeys()).find((key) => key.keyId === keyId);
      const request = {
        ...{ bundle: cjsonBytes(body.bundle), history: cjsonBytes(body.history), serial: body.serial },
        publicKey: Buffer.from(own?.publicKey ?? '', 'base64'),
      };
      return passportJson(await write((tx) => receivePassport(tx, request))) as z.infer<typeof PASSPORT>;
    },
  }),
  route({
    id: 'transfers.withdraw',
    method: 'POST',
    path: '/v1/transfers/{id}/withdraw',
    permission: 'passport:sign',
    summary: 'Take an open offer back',
    status: 202,
    params: PARAMS,
    response: JOB,
    async handle({ write, params, services }) {
      const request = { transferId: params.id, signingKeyId: await services.currentKeyId() };
      return { job_id: await write((tx) => requestWithdrawal(tx, request)) };
    },
  }),
  route({
    id: 'status-lists.publish',
    method: 'POST',
    path: '/v1/status-lists',
    permission: 'passport:sign',
    summary: 'Sign the next status list',
    status: 202,
    body: z.strictObject({
      purpose: z.enum(['revocation', 'refresh']).default('revocation'),
      valid_days: DAYS.default(7),
    }),
    response: JOB,
    async handle({ write, body, services }) {
      const signingKeyId = await services.currentKeyId();
      const request = { purpose: body.purpose, validDays: body.valid_days, signingKeyId };
      return { job_id: await write((tx) => requestStatusList(tx, request)) };
    },
  }),
  route({
    id: 'status-lists.get',
    method: 'GET',
    path: '/v1/status-lists/{purpose}',
    permission: 'passport:read',
    summary: 'Download the newest status list',
    params: { purpose: z.enum(['revocation', 'refresh']) },
    response: CREDENTIAL,
    async handle({ database, params }) {
      const list = await newestStatusList(database, params.purpose);
      if (list === undefined) throw new CasparianError('NOT_FOUND', 'No status list was published yet');
      return new BytesReply(list.content, 'application/vc');
    },
  }),
];
