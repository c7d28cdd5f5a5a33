import * as z from 'zod';
import {
  addIntake,
  collectionsOf,
  findIntake,
  findPoints,
  findSource,
  findValuation,
  type IntakeFields,
  importIntakes,
  listIntakes,
  planCollections,
} from '../../collect/index.js';
import { intakeDetailsJson, intakeJson } from '../../collect/collect-json.js';
import { pricePointJson } from '../../collect/price-point-json.js';
import { CasparianError } from '../../platform/index.js';
import { pagedRoute, pageOf } from '../page.js';
import { type Route, route } from '../route.js';
import { INTAKE, INTAKE_DETAILS, PRICE } from '../schemas/prices.js';
import { NAME, UUID } from '../schemas/values.js';

const PARAMS = { id: NAME.describe('The id or reference of the item') };
const MAX_IMPORT = 10_000;
const TEXT = z.string().max(1_000).nullable().default(null);
const NEW_INTAKE = z.strictObject({
  title: z.string().min(1).max(1_000),
  year: z.int().min(-10_000).max(10_000).nullable().default(null),
  mint_mark: TEXT,
  denomination: TEXT,
  series: TEXT,
  ref: TEXT.describe('Identifies the item outside; unique'),
  attributes: z.record(z.string(), z.string().max(1_000)).default({}),
});

export const INTAKE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'intakes.list',
    path: '/v1/intakes',
    permission: 'prices:read',
    summary: 'List items to value, oldest first',
    item: INTAKE,
    async list({ database }, { limit, after }) {
      const rows = await listIntakes(database, { limit: limit + 1, after: after && idOf(after.id) });
      return pageOf(rows, limit, { item: intakeJson, place: ({ createdAt, id }) => ({ t: createdAt, id }) });
    },
  }),
  route({
    id: 'intakes.create',
    method: 'POST',
    path: '/v1/intakes',
    permission: 'prices:write',
    summary: 'Add an item to value',
    status: 201,
    body: NEW_INTAKE,
    response: z.object({ id: z.string() }),
    handle: async ({ database, body }) => addIntake(database, intakeOf(body)),
  }),
  route({
    id: 'intakes.import',
    method: 'POST',
    path: '/v1/intake-imports',
    permission: 'prices:write',
    summary: 'Add many items to value',
    description: 'Items without a reference get one from their content, so importing them again adds nothing.',
    body: z.strictObject({ items: z.array(NEW_INTAKE).max(MAX_IMPORT) }),
    response: z.object({ added: z.int(), known: z.int() }),
    handle: async ({ database, body }) => importIntakes(database, body.items.map(intakeOf)),
  }),
  route({
    id: 'intakes.get',
    method: 'GET',
    path: '/v1/intakes/{id}',
    permission: 'prices:read',
    summary: 'Show an item, its value, and what each source has',
    params: PARAMS,
    response: INTAKE_DETAILS,
    async handle({ database, params }) {
      const intake = await findIntake(database, params.id);
      const collections = await collectionsOf(database, intake.id);
      return intakeDetailsJson(intake, collections, await findValuation(database, intake.id));
    },
  }),
  pagedRoute({
    id: 'prices.list',
    path: '/v1/prices',
    permission: 'prices:read',
    summary: 'List prices by item and source',
    query: { intake: NAME.optional(), source: NAME.optional() },
    item: PRICE,
    async list({ database, query }, { limit, after }) {
      const intake = query.intake === undefined ? undefined : await findIntake(database, query.intake);
      const source = query.source === undefined ? undefined : (await findSource(database, query.source)).source;
      const rows = await findPoints(database, {
        intakeIds: intake && [intake.id],
        sourceId: source?.id,
        after: after && pointAt(after.id),
        limit: limit + 1,
      });
      const place = (point: (typeof rows)[number]): { t: number; id: string } => ({
        t: point.observed_at,
        id: [point.intake_id, point.source_id, point.dedupe_key].join(' '),
      });
      return pageOf(rows, limit, { item: pricePointJson, place });
    },
  }),
  route({
    id: 'collections.create',
    method: 'POST',
    path: '/v1/collections',
    permission: 'prices:write',
    summary: 'Collect prices now',
    description:
      'Enqueues a job for each pair of item and source that has no unfinished one. Workers run them; sources keep their limits.',
    status: 202,
    body: z.strictObject({
      intake: NAME.optional().describe('Only this item'),
      source: NAME.optional().describe('Only this source'),
      only_due: z
        .boolean()
        .default(false)
        .describe('Only what was not collected within the refresh time of its source'),
    }),
    bodyIsOptional: true,
    response: z.object({ planned: z.int(), unfinished: z.int() }),
    async handle({ database, body }) {
      const intakeId = body.intake === undefined ? undefined : (await findIntake(database, body.intake)).id;
      const sourceId = body.source === undefined ? undefined : (await findSource(database, body.source)).source.id;
      return planCollections(database, { intakeId, sourceId, onlyDue: body.only_due });
    },
  }),
];

function intakeOf({ mint_mark: mintMark, ...fields }: z.output<typeof NEW_INTAKE>): IntakeFields {
  return { ...fields, mintMark };
}

/** The cursor of a page of prices names all three parts of its key. */
function pointAt(text: string): { intake_id: string; source_id: string; dedupe_key: string } {
  const [intake = '', source = '', ...key] = text.split(' ');
  return { intake_id: idOf(intake), source_id: idOf(source), dedupe_key: key.join(' ') };
}

/** PostgreSQL compares ids with nothing but UUIDs. */
function idOf(text: string): string {
  if (UUID.safeParse(text).success) return text.toLowerCase();
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
