import * as z from 'zod';
import {
  batteryBatchJson,
  findBatteryBatch,
  listBatteryBatches,
  listBatteryProblems,
  requestBatteries,
} from '../../../passport/index.js';
import { pagedRoute, pageOf } from '../../page.js';
import { type Route, route } from '../../route.js';
import { NAME, UUID } from '../../schemas/values.js';
import { recordList } from './paged-records.js';
import { BATTERY_BATCH } from './record-schemas.js';

const PARAMS = { id: UUID };
const MAX_CSV = 16_000_000;

/** Passports of many batteries of a model. Issuing signs and may put versions into force, so it needs the permission to sign. */
export const BATTERY_ROUTES: readonly Route[] = [
  route({
    id: 'battery-batches.create',
    method: 'POST',
    path: '/v1/battery-products/{id}/batteries',
    permission: 'passport:sign',
    summary: 'Make the passports of many batteries of a model; jobs do it',
    status: 202,
    params: { id: NAME },
    body: z.strictObject({
      snapshot_id: UUID.describe('A sealed snapshot with the facts of the model'),
      rule_package_version_id: UUID,
      csv: z
        .string()
        .min(1)
        .max(MAX_CSV)
        .describe('A column serial, and one for each attribute in which batteries differ'),
      activate: z.boolean().default(false),
    }),
    response: BATTERY_BATCH,
    async handle({ write, params, body, services }) {
      const request = {
        ...{ product: params.id, snapshotId: body.snapshot_id, ruleVersionId: body.rule_package_version_id },
        ...{ content: Buffer.from(body.csv), activate: body.activate, signingKeyId: await services.currentKeyId() },
      };
      return batteryBatchJson((await write((tx) => requestBatteries(tx, request))).batch);
    },
  }),
  recordList({
    id: 'battery-batches.list',
    path: '/v1/battery-batches',
    permission: 'passport:read',
    summary: 'List batches of batteries, oldest first',
    item: BATTERY_BATCH,
    json: batteryBatchJson,
    find: listBatteryBatches,
  }),
  route({
    id: 'battery-batches.get',
    method: 'GET',
    path: '/v1/battery-batches/{id}',
    permission: 'passport:read',
    summary: 'Show how far a batch of batteries is',
    params: PARAMS,
    response: BATTERY_BATCH,
    handle: async ({ database, params }) => batteryBatchJson(await findBatteryBatch(database, params.id)),
  }),
  pagedRoute({
    id: 'battery-batches.problems',
    path: '/v1/battery-batches/{id}/problems',
    permission: 'passport:read',
    summary: 'List the batteries of a batch that got no passport, and why',
    params: PARAMS,
    item: z.object({ line: z.int(), serial: z.string(), code: z.string(), message: z.string() }),
    async list({ database, params }, { limit, after }) {
      const rows = await listBatteryProblems(database, params.id, {
        limit: limit + 1,
        afterLine: Number(after?.t ?? 0),
      });
      return pageOf(rows, limit, { item: (row) => row, place: ({ line }) => ({ t: line, id: params.id }) });
    },
  }),
];
