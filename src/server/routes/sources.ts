import * as z from 'zod';
import {
  addSource,
  editSource,
  findBrokenRows,
  findSource,
  isolateSource,
  listSources,
  pauseSource,
  probeSource,
  resumeSource,
  type SourceFields,
  SOURCE_KINDS,
  sourcesHealth,
  type SourceWithHealth,
  tokensLeft,
} from '../../collect/index.js';
import { brokenRowJson, sourceHealthJson, sourceJson } from '../../collect/collect-json.js';
import type { TenantDatabase, TenantExecutor } from '../../database/index.js';
import { parseDuration } from '../../platform/index.js';
import { requireInstallation } from '../access/authorize.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { Reply } from '../respond/reply.js';
import { type Route, route, type RouteRequest, type Shape } from '../route.js';
import { BROKEN_ROW, SOURCE, SOURCE_HEALTH } from '../schemas/prices.js';
import { NAME } from '../schemas/values.js';

const PARAMS = { name: NAME.describe('The name or id of the source') };
const REASON = z.string().max(1_000).optional();
const SECONDS = z.int().min(0).max(31_536_000);
const MAX_BROKEN_ROWS = 10_000;

/** What can be said about a source. Members are those of the response. */
const FIELDS = z.strictObject({
  url: z.string().min(1).max(4_000).describe('With {title}, {year} and other fields of an item'),
  extract: z.unknown().describe('Where the fields of a price are in a response'),
  contract: z.unknown().describe('What rows must satisfy besides having a price'),
  enabled: z.boolean(),
  rate_per_minute: z.number().positive().nullable(),
  burst: z.int().min(1).max(100_000),
  concurrency: z.int().min(1).max(1_000),
  cache_ttl_seconds: SECONDS,
  negative_ttl_seconds: SECONDS,
  max_stale_seconds: SECONDS,
  refresh_seconds: SECONDS.min(1),
  max_pages: z.int().min(1).max(1_000),
  obey_robots: z.boolean(),
  trust: z.number().min(0).max(1),
  terms: z.string().max(10_000).nullable(),
  credentials: z.record(z.string(), z.string().max(1_000)).describe('Headers with references to secrets of workers'),
});
const CHANGE = FIELDS.partial();
const NEW_SOURCE = CHANGE.required({ url: true }).extend({ name: NAME, kind: z.enum(SOURCE_KINDS) });

export const SOURCE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'sources.list',
    path: '/v1/sources',
    permission: 'prices:read',
    summary: 'List sources of prices',
    item: SOURCE,
    async list({ database }, page) {
      const { items, next } = pageOfAll(await listSources(database), page, {
        item: (found) => found,
        id: ({ source }) => source.name,
      });
      return { items: await Promise.all((items as SourceWithHealth[]).map((found) => shown(database, found))), next };
    },
  }),
  pagedRoute({
    id: 'sources.health',
    path: '/v1/source-health',
    permission: 'prices:read',
    summary: 'Show which sources work, and how many jobs wait for them',
    item: SOURCE_HEALTH,
    list: async ({ database }, page) =>
      pageOfAll(await sourcesHealth(database), page, { item: sourceHealthJson, id: ({ source }) => source.name }),
  }),
  route({
    id: 'sources.create',
    method: 'POST',
    path: '/v1/sources',
    permission: 'prices:write',
    summary: 'Add a source of prices',
    description: 'Adapters and credentials use files and secrets of workers, so they need a key of the default tenant.',
    status: 201,
    body: NEW_SOURCE,
    response: SOURCE,
    async handle({ database, body, services, caller }) {
      const { name, kind, url, ...rest } = body;
      if (kind === 'adapter' || rest.credentials !== undefined) requireInstallation(caller.tenant, 'sources.create');
      const wanted = { ...fieldsOf(rest), kind, url };
      return shown(database, await addSource(database, name, wanted, { allowPrivate: services.allowPrivate }));
    },
  }),
  route({
    id: 'sources.get',
    method: 'GET',
    path: '/v1/sources/{name}',
    permission: 'prices:read',
    summary: 'Show a source, its limits and its breaker',
    params: PARAMS,
    response: SOURCE,
    hasEtag: true,
    handle: async ({ database, params }) => versioned(database, await findSource(database, params.name)),
  }),
  route({
    id: 'sources.edit',
    method: 'PATCH',
    path: '/v1/sources/{name}',
    permission: 'prices:write',
    summary: 'Change fields of a source',
    description: 'Members that are not sent stay as they are. If-Match takes the ETag of the source.',
    params: PARAMS,
    body: CHANGE,
    response: SOURCE,
    hasEtag: true,
    async handle({ database, params, body, services, caller, requireMatch }) {
      const policy = { allowPrivate: services.allowPrivate };
      const edited = await editSource(database, params.name, fieldsOf(body), policy, (source) => {
        requireMatch(source);
        // With another address, the secrets of the source would be sent there.
        const hasSecrets = Object.keys(source.credentials).length > 0 || body.credentials !== undefined;
        if (source.kind === 'adapter' || hasSecrets) requireInstallation(caller.tenant, 'sources.edit');
      });
      return versioned(database, edited);
    },
  }),
  sourceAction('pause', 'Send no requests for a while', {
    body: z.strictObject({
      for: z
        .string()
        .regex(/^\d{1,6}(s|m|h|d)$/)
        .optional()
        .describe('Such as 30m; until resume by default'),
      reason: REASON,
    }),
    act: (database, name, body) => {
      const forMs = body.for === undefined ? undefined : parseDuration(body.for);
      return pauseSource(database, name, { forMs, reason: body.reason });
    },
  }),
  sourceAction('isolate', 'Send no requests until resume, not even a probe', {
    body: z.strictObject({ reason: REASON }),
    act: (database, name, body) => isolateSource(database, name, body.reason),
  }),
  sourceAction('resume', 'Send requests again', { body: z.strictObject({}), act: resumeSource }),
  sourceAction('probe', 'Try a source before its cooldown is over', { body: z.strictObject({}), act: probeSource }),
  pagedRoute({
    id: 'sources.quarantine',
    path: '/v1/sources/{name}/quarantine',
    permission: 'prices:read',
    summary: `List the newest rows that break the contract of a source, at most ${MAX_BROKEN_ROWS}`,
    params: PARAMS,
    item: BROKEN_ROW,
    async list({ database, params }, page) {
      const { source } = await findSource(database, params.name);
      const rows = await findBrokenRows(database, { sourceId: source.id, limit: MAX_BROKEN_ROWS });
      return pageOfAll(rows, page, { item: brokenRowJson, id: ({ id }) => id });
    },
  }),
];

function sourceAction<B extends z.ZodObject>(
  verb: string,
  summary: string,
  {
    body,
    act,
  }: { body: B; act: (database: TenantDatabase, name: string, body: z.output<B>) => Promise<SourceWithHealth> },
): Route {
  return route({
    id: `sources.${verb}`,
    method: 'POST',
    path: `/v1/sources/{name}/${verb}`,
    permission: 'prices:write',
    summary,
    params: PARAMS,
    body,
    bodyIsOptional: true,
    response: SOURCE,
    handle: async ({ database, params, body: given }: RouteRequest<typeof PARAMS, Shape, z.output<B>>) =>
      shown(database, await act(database, params.name, given)),
  } as Parameters<typeof route<typeof PARAMS, Shape, B>>[0]);
}

/** The state of the breaker and the tokens change by themselves, so they are not part of the version. */
async function versioned(database: TenantExecutor, found: SourceWithHealth): Promise<Reply> {
  return new Reply(await shown(database, found), { version: found.source });
}

async function shown(database: TenantExecutor, found: SourceWithHealth): Promise<object> {
  return sourceJson(found, await tokensLeft(database, found.source));
}

function fieldsOf(given: Omit<z.output<typeof CHANGE>, 'url'> & { url?: string | undefined }): Partial<SourceFields> {
  const wanted: Partial<Record<keyof SourceFields, unknown>> = {
    url: given.url,
    extract: given.extract,
    contract: given.contract,
    credentials: given.credentials,
    terms: given.terms,
    enabled: given.enabled,
    ratePerMinute: given.rate_per_minute,
    burst: given.burst,
    maxConcurrency: given.concurrency,
    cacheTtlSeconds: given.cache_ttl_seconds,
    negativeTtlSeconds: given.negative_ttl_seconds,
    maxStaleSeconds: given.max_stale_seconds,
    refreshSeconds: given.refresh_seconds,
    maxPages: given.max_pages,
    obeyRobots: given.obey_robots,
    trust: given.trust,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
