import * as z from 'zod';
import {
  addIntake,
  addSource,
  currentValuation,
  editSource,
  findIntake,
  findPoints,
  findSource,
  isolateSource,
  listIntakes,
  listSources,
  pauseSource,
  planCollections,
  resumeSource,
  type Source,
  type SourceFields,
  type SourceWithHealth,
  tokensLeft,
} from '../../collect/index.js';
import { intakeJson, sourceJson } from '../../collect/collect-json.js';
import { pricePointJson } from '../../collect/price-point-json.js';
import { valuationJson } from '../../collect/valuation-json.js';
import type { TenantDatabase } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { placeId } from '../own-job.js';
import { pagedRoute, pageOf, pageOfAll } from '../page.js';
import type { Place } from '../request/cursor.js';
import { versionTag } from '../respond/outgoing.js';
import { Reply } from '../respond/reply.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const SOURCE_PARAMS = { name: NAME };
const INTAKE_PARAMS = { id: NAME.describe('The id or the reference of the item') };
const SOURCE = z
  .looseObject({ id: z.string(), name: z.string(), kind: z.string(), state: z.string() })
  .meta({ id: 'Source' });
const INTAKE = z
  .object({
    id: z.string(),
    ref: z.string().nullable(),
    title: z.string(),
    year: z.int().nullable(),
    mint_mark: z.string().nullable(),
    denomination: z.string().nullable(),
    series: z.string().nullable(),
    attributes: z.record(z.string(), z.string()),
    created_at: TIME_OR_NULL,
  })
  .meta({ id: 'Intake' });
const PRICE = z
  .looseObject({ intake_id: z.string(), source: z.string(), price_cents: z.int() })
  .meta({ id: 'PricePoint' });
const COUNT = z.int().min(0).max(1_000_000_000);

/** Without credentials and adapters: they would let a caller read secrets of the workers or run programs on them. */
const EDITABLE = {
  url: z.string().min(1).max(2_000).optional(),
  extract: z.unknown().optional(),
  contract: z.unknown().optional(),
  terms: z.string().max(10_000).nullable().optional(),
  enabled: z.boolean().optional(),
  rate_per_minute: z.number().positive().max(60_000_000).nullable().optional(),
  burst: COUNT.optional(),
  concurrency: COUNT.optional(),
  cache_ttl_seconds: COUNT.optional(),
  negative_ttl_seconds: COUNT.optional(),
  max_stale_seconds: COUNT.optional(),
  refresh_seconds: COUNT.optional(),
  max_pages: COUNT.optional(),
  trust: z.number().min(0).max(1).optional(),
};

export const COLLECT_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'sources.list',
    path: '/v1/sources',
    permission: 'prices:read',
    summary: 'List sources of prices with their health',
    item: SOURCE,
    async list({ database }, page) {
      const { items, next } = pageOfAll(await listSources(database), page, {
        item: (one) => one,
        id: ({ source }) => source.name,
      });
      const shown = await Promise.all((items as SourceWithHealth[]).map((one) => shownSource(database, one)));
      return { items: shown, next };
    },
  }),
  route({
    id: 'sources.create',
    method: 'POST',
    path: '/v1/sources',
    permission: 'prices:write',
    summary: 'Add a source of prices',
    description: 'Sources with credentials and adapters are added with the command line.',
    status: 201,
    body: z.strictObject({
      ...EDITABLE,
      name: NAME,
      kind: z.enum(['json', 'html', 'csv', 'feed']),
      url: z.string().min(1).max(2_000),
    }),
    response: SOURCE,
    async handle({ database, body, services }) {
      const { name, kind, url, ...rest } = body;
      const wanted = { ...fieldsOf(rest), kind, url };
      return shownSource(database, await addSource(database, name, wanted, { allowPrivate: services.allowPrivate }));
    },
  }),
  route({
    id: 'sources.get',
    method: 'GET',
    path: '/v1/sources/{name}',
    permission: 'prices:read',
    summary: 'Show a source with its health',
    description: 'The ETag names the revision of its definition.',
    params: SOURCE_PARAMS,
    response: SOURCE,
    handle: async ({ database, params }) => versionedSource(database, await findSource(database, params.name)),
  }),
  route({
    id: 'sources.edit',
    method: 'PATCH',
    path: '/v1/sources/{name}',
    permission: 'prices:write',
    summary: 'Change a source',
    description: 'If-Match takes the ETag of the source.',
    params: SOURCE_PARAMS,
    body: z.strictObject(EDITABLE),
    response: SOURCE,
    async handle({ database, params, body, services, requireMatch }) {
      const found = await findSource(database, params.name);
      requireMatch(versionOf(found));
      if (body.url !== undefined) requireNoCredentials(found.source);
      const policy = { allowPrivate: services.allowPrivate };
      return versionedSource(database, await editSource(database, params.name, fieldsOf(body), policy));
    },
  }),
  route({
    id: 'sources.pause',
    method: 'POST',
    path: '/v1/sources/{name}/pause',
    permission: 'prices:write',
    summary: 'Send no requests to a source for a while',
    params: SOURCE_PARAMS,
    body: z.strictObject({
      seconds: z.int().min(1).max(315_360_000).optional(),
      reason: z.string().max(1_000).optional(),
    }),
    bodyIsOptional: true,
    response: SOURCE,
    async handle({ database, params, body }) {
      const forMs = body.seconds === undefined ? undefined : body.seconds * 1_000;
      return shownSource(database, await pauseSource(database, params.name, { forMs, reason: body.reason }));
    },
  }),
  route({
    id: 'sources.resume',
    method: 'POST',
    path: '/v1/sources/{name}/resume',
    permission: 'prices:write',
    summary: 'Send requests to a source again',
    params: SOURCE_PARAMS,
    response: SOURCE,
    handle: async ({ database, params }) => shownSource(database, await resumeSource(database, params.name)),
  }),
  route({
    id: 'sources.isolate',
    method: 'POST',
    path: '/v1/sources/{name}/isolate',
    permission: 'prices:write',
    summary: 'Open the circuit breaker of a source until it is resumed',
    params: SOURCE_PARAMS,
    body: z.strictObject({ reason: z.string().max(1_000).optional() }),
    bodyIsOptional: true,
    response: SOURCE,
    handle: async ({ database, params, body }) =>
      shownSource(database, await isolateSource(database, params.name, body.reason)),
  }),
  pagedRoute({
    id: 'intakes.list',
    path: '/v1/intakes',
    permission: 'prices:read',
    summary: 'List items, oldest first',
    item: INTAKE,
    async list({ database }, { limit, after }) {
      const rows = await listIntakes(database, { limit: limit + 1, after: placeId(after?.id) });
      return pageOf(rows, limit, { item: intakeJson, place: ({ id, createdAt }) => ({ t: createdAt, id }) });
    },
  }),
  route({
    id: 'intakes.create',
    method: 'POST',
    path: '/v1/intakes',
    permission: 'prices:write',
    summary: 'Add an item to value',
    status: 201,
    body: z.strictObject({
      title: z.string().min(1).max(1_000),
      ref: NAME.nullable().default(null),
      year: z.int().min(-10_000).max(10_000).nullable().default(null),
      mint_mark: NAME.nullable().default(null),
      denomination: NAME.nullable().default(null),
      series: NAME.nullable().default(null),
      attributes: z.record(z.string(), z.string().max(1_000)).default({}),
    }),
    response: z.object({ id: z.string() }),
    async handle({ database, body }) {
      const { mint_mark: mintMark, ...fields } = body;
      const { id } = await addIntake(database, { ...fields, mintMark });
      return { id };
    },
  }),
  route({
    id: 'intakes.get',
    method: 'GET',
    path: '/v1/intakes/{id}',
    permission: 'prices:read',
    summary: 'Show an item',
    params: INTAKE_PARAMS,
    response: INTAKE,
    handle: async ({ database, params }) => intakeJson(await findIntake(database, params.id)),
  }),
  route({
    id: 'valuations.get',
    method: 'GET',
    path: '/v1/intakes/{id}/valuation',
    permission: 'prices:read',
    summary: 'Show the value of an item, with every price that was used or not',
    params: INTAKE_PARAMS,
    response: z.looseObject({ intake_id: z.string(), value_cents: z.int().nullable() }),
    handle: async ({ database, params }) =>
      valuationJson(await currentValuation(database, await findIntake(database, params.id))),
  }),
  pagedRoute({
    id: 'prices.list',
    path: '/v1/prices',
    permission: 'prices:read',
    summary: 'List price points by item and source',
    query: { intake: NAME.optional(), source: NAME.optional() },
    item: PRICE,
    async list({ database, query }, { limit, after }) {
      const intake = query.intake === undefined ? undefined : await findIntake(database, query.intake);
      const source = query.source === undefined ? undefined : await findSource(database, query.source);
      const points = await findPoints(database, {
        ...{ intakeIds: intake && [intake.id], sourceId: source?.source.id, limit: limit + 1 },
        after: pointPlace(after),
      });
      return pageOf(points, limit, {
        item: pricePointJson,
        place: (point) => ({ t: `${point.source_id} ${point.dedupe_key}`, id: point.intake_id }),
      });
    },
  }),
  route({
    id: 'collections.create',
    method: 'POST',
    path: '/v1/collections',
    permission: 'prices:write',
    summary: 'Enqueue the collection of prices',
    status: 202,
    body: z.strictObject({ intake: NAME.optional(), source: NAME.optional(), only_due: z.boolean().default(false) }),
    bodyIsOptional: true,
    response: z.object({ planned: z.int(), unfinished: z.int() }),
    async handle({ engine, database, body }) {
      const intakeId = body.intake === undefined ? undefined : (await findIntake(database, body.intake)).id;
      const sourceId = body.source === undefined ? undefined : (await findSource(database, body.source)).source.id;
      const planned = await planCollections(database, { intakeId, sourceId, onlyDue: body.only_due });
      engine.wake();
      return planned;
    },
  }),
];

async function shownSource(database: TenantDatabase, found: SourceWithHealth): Promise<object> {
  return sourceJson(found, await tokensLeft(database, found.source));
}

/** Its health changes all the time, so the ETag names the revision of its definition. */
async function versionedSource(database: TenantDatabase, found: SourceWithHealth): Promise<Reply> {
  return new Reply(await shownSource(database, found), { headers: { etag: versionTag(versionOf(found)) } });
}

function versionOf({ source }: SourceWithHealth): object {
  return { id: source.id, revision: source.revision };
}

type Given = { readonly [Name in keyof typeof EDITABLE]?: z.output<(typeof EDITABLE)[Name]> };

function fieldsOf(given: Given): Partial<SourceFields> {
  const { rate_per_minute, concurrency, cache_ttl_seconds, negative_ttl_seconds, max_stale_seconds } = given;
  const { refresh_seconds, max_pages, ...same } = given;
  const fields = {
    ...{ url: same.url, extract: same.extract, contract: same.contract, terms: same.terms, enabled: same.enabled },
    ...{ burst: same.burst, trust: same.trust, ratePerMinute: rate_per_minute, maxConcurrency: concurrency },
    ...{ cacheTtlSeconds: cache_ttl_seconds, negativeTtlSeconds: negative_ttl_seconds },
    ...{ maxStaleSeconds: max_stale_seconds, refreshSeconds: refresh_seconds, maxPages: max_pages },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Another address would get the secrets of this source. */
function requireNoCredentials({ name, credentials }: Source): void {
  if (Object.keys(credentials).length === 0) return;
  throw new CasparianError('NOT_PERMITTED', `The address of '${name}' cannot be changed over HTTP`, {
    why: 'The source has credentials, which would be sent to the new address.',
    next: ['Change it with the command line.'],
  });
}

function pointPlace(after: Place | undefined): Parameters<typeof findPoints>[1]['after'] {
  const intakeId = placeId(after?.id);
  if (intakeId === undefined) return undefined;
  const [, sourceId, key] = /^([0-9a-f-]{36}) (.*)$/s.exec(String(after?.t)) ?? [];
  if (sourceId !== undefined && key !== undefined && UUID.safeParse(sourceId).success) {
    return { intake_id: intakeId, source_id: sourceId, dedupe_key: key };
  }
  throw new CasparianError('VALIDATION_ERROR', 'The cursor is not one of this list');
}
