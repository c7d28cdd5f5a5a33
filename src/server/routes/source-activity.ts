import * as z from 'zod';
import { activityJson } from '../../collect/activity/activity-json.js';
import {
  ACTIVITY_SPANS,
  type ActivitySpan,
  findSource,
  OUTCOMES,
  robotsOfSource,
  sourceActivity,
  sourceHistory,
} from '../../collect/index.js';
import { isoTime } from '../../platform/index.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const PARAMS = { name: NAME.describe('The name or id of the source') };
const MILLISECONDS = z.int().nullable();
const MAX_CHANGES = 50;

const MEASURED = {
  ...(Object.fromEntries(OUTCOMES.map((outcome) => [outcome, z.int()])) as Record<(typeof OUTCOMES)[number], z.ZodInt>),
  requests: z.int(),
  p50_ms: MILLISECONDS,
  p95_ms: MILLISECONDS,
  average_wait_ms: MILLISECONDS,
};

const ACTIVITY = z
  .object({
    from: TIME_OR_NULL,
    to: TIME_OR_NULL,
    step_seconds: z.int(),
    sources: z.array(
      z.object({
        source: z.string(),
        total: z.object(MEASURED),
        points: z.array(z.object({ at: TIME_OR_NULL, ...MEASURED })),
      }),
    ),
  })
  .meta({ id: 'SourceActivity' });

/** How sources are asked, and what happened to them. Who may read sources may read this, without the whole audit log. */
export const SOURCE_ACTIVITY_ROUTES: readonly Route[] = [
  route({
    id: 'sources.activity',
    method: 'GET',
    path: '/v1/source-activity',
    permission: 'prices:read',
    summary: 'Count requests, failures and cache hits of all sources',
    description:
      'ok: a page. refused: another response (4xx). limited: asked to wait. failed: counts for the breaker. cached and stale: answered without a request. Kept for 48 hours; durations are estimated from buckets.',
    query: { span: z.enum(Object.keys(ACTIVITY_SPANS) as [ActivitySpan, ...ActivitySpan[]]).default('1h') },
    response: ACTIVITY,
    handle: async ({ database, query }) => activityJson(await sourceActivity(database, query.span)),
  }),
  route({
    id: 'sources.history',
    method: 'GET',
    path: '/v1/sources/{name}/history',
    permission: 'prices:read',
    summary: `List the newest changes of a source and its breaker, at most ${MAX_CHANGES}`,
    params: PARAMS,
    response: z.object({
      items: z.array(
        z.object({
          event_type: z.string(),
          occurred_at: z.string(),
          actor: z.string().nullable(),
          payload: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
    async handle({ database, params }) {
      const { source } = await findSource(database, params.name);
      const events = await sourceHistory(database, source, MAX_CHANGES);
      return {
        items: events.map(({ eventType, occurredAt, actor, payload }) => ({
          ...{ event_type: eventType, occurred_at: occurredAt, actor, payload },
        })),
      };
    },
  }),
  route({
    id: 'sources.robots',
    method: 'GET',
    path: '/v1/sources/{name}/robots',
    permission: 'prices:read',
    summary: 'Show what robots.txt says about a source, as far as it was read',
    params: PARAMS,
    response: z.object({
      decision: z.enum(['allowed', 'disallowed', 'unknown', 'ignored']),
      why: z.string(),
      checked_at: TIME_OR_NULL,
      crawl_delay_ms: z.number().nullable(),
    }),
    async handle({ database, params }) {
      const { source } = await findSource(database, params.name);
      const { decision, why, checkedAt, crawlDelayMs } = await robotsOfSource(database, source);
      return { decision, why, checked_at: isoTime(checkedAt), crawl_delay_ms: crawlDelayMs };
    },
  }),
];
