import * as z from 'zod';
import {
  CONFIDENCES,
  currentValuation,
  findIntake,
  listValuedIntakes,
  requestValuation,
  valuationHistory,
  valuedIntakeJson,
} from '../../collect/index.js';
import { valuationJson, valuationVersionJson } from '../../collect/valuation-json.js';
import { placeId } from '../own-job.js';
import { pagedRoute, pageOf, pageOfAll } from '../page.js';
import { type Route, route } from '../route.js';
import { VALUATION, VALUATION_VERSION, VALUED_INTAKE } from '../schemas/prices.js';
import { NAME } from '../schemas/values.js';

const PARAMS = { id: NAME.describe('The id or reference of the item') };
const MAX_VERSIONS = 1_000;

export const VALUATION_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'valuations.list',
    path: '/v1/valuations',
    permission: 'prices:read',
    summary: 'List items with their values, newest items first',
    query: {
      text: NAME.optional().describe('A part of the title or the reference, in any case'),
      confidence: z.enum(CONFIDENCES).optional(),
    },
    item: VALUED_INTAKE,
    async list({ database, query }, { limit, after }) {
      const rows = await listValuedIntakes(database, { ...query, limit: limit + 1, before: placeId(after?.id) });
      return pageOf(rows, limit, { item: valuedIntakeJson, place: ({ id }) => ({ t: 0, id }) });
    },
  }),
  route({
    id: 'valuations.get',
    method: 'GET',
    path: '/v1/intakes/{id}/valuation',
    permission: 'prices:read',
    summary: 'Show the value of an item, with every price and the reason why it counts or not',
    params: PARAMS,
    response: VALUATION,
    handle: async ({ database, params }) =>
      valuationJson(await currentValuation(database, await findIntake(database, params.id))),
  }),
  route({
    id: 'valuations.compute',
    method: 'POST',
    path: '/v1/intakes/{id}/valuation',
    permission: 'prices:write',
    summary: 'Value an item again',
    description: 'For today, with the prices and exchange rates as they are. A job does it.',
    status: 202,
    params: PARAMS,
    response: z.object({ job_id: z.string() }),
    async handle({ database, write, params }) {
      const { id } = await findIntake(database, params.id);
      return { job_id: await write((tx) => requestValuation(tx, id)) };
    },
  }),
  pagedRoute({
    id: 'valuations.history',
    path: '/v1/intakes/{id}/valuation/history',
    permission: 'prices:read',
    summary: `List the valuations of an item before the current one, at most ${MAX_VERSIONS}`,
    params: PARAMS,
    item: VALUATION_VERSION,
    async list({ database, params }, page) {
      const { id } = await findIntake(database, params.id);
      const versions = await valuationHistory(database, id, MAX_VERSIONS);
      return pageOfAll(versions, page, { item: valuationVersionJson, id: ({ version }) => String(version) });
    },
  }),
];
