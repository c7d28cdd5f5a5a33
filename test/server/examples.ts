import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import type { RunningServer } from './running-server.js';

/** How to call a route so that it finds something that belongs to the default tenant. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export const OWNED = 'owned-by-default';
const NOWHERE = '00000000-0000-7000-8000-000000000000';

/**
 * Creates one of everything in the default tenant, and returns how each route with parameters reaches it. A route with parameters
 * that is missing here fails the tests.
 */
export async function seedExamples({ engine, call, keyOf }: RunningServer): Promise<Record<string, Example>> {
  const key = await keyOf('Admin', 'default', OWNED);
  const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;
  const { id: job } = await engine.enqueue(noop, { mark: OWNED }, { queue: OWNED });
  const schedule = { cron: '0 3 * * *', type: 'noop' };
  await call(`PUT /v1/schedules/${OWNED}`, { key, body: schedule });
  const { json } = await call<{ items: { id: string }[] }>('GET /v1/keys', { key });
  const keyId = json.items[0]?.id ?? NOWHERE;
  const source = { kind: 'csv', url: 'https://prices.example.com/{title}' };
  await call('POST /v1/sources', { key, body: { name: OWNED, ...source } });
  await call('POST /v1/intakes', { key, body: { title: OWNED, ref: OWNED } });
  return {
    ...each(['jobs.get', 'jobs.why', 'jobs.logs', 'jobs.cancel', 'jobs.retry'], { params: { id: job } }),
    'jobs.create': { body: { type: 'noop' } },
    ...each(['queues.get', 'queues.pause', 'queues.resume'], { params: { name: OWNED } }),
    'queues.limit': { params: { name: OWNED }, body: { concurrency: 1 } },
    ...each(['schedules.get', 'schedules.delete'], { params: { name: OWNED } }),
    'schedules.put': { params: { name: OWNED }, body: schedule },
    ...each(
      ['pause', 'isolate', 'resume', 'probe', 'get', 'quarantine'].map((verb) => `sources.${verb}`),
      {
        params: { name: OWNED },
      },
    ),
    'sources.edit': { params: { name: OWNED }, body: { burst: 1 } },
    'sources.create': { body: { name: 'new', ...source } },
    'intakes.create': { body: { title: 'new' } },
    'intakes.import': { body: { items: [{ title: 'new' }] } },
    ...each(['intakes.get', 'valuations.get', 'valuations.history'], { params: { id: OWNED } }),
    'prices.list': { query: `?intake=${OWNED}` },
    'collections.create': { body: { source: OWNED } },
    'keys.create': { body: { name: 'another', role: 'Reader' } },
    'keys.revoke': { params: { id: keyId } },
  };
}

function each(ids: readonly string[], example: Example): Record<string, Example> {
  return Object.fromEntries(ids.map((id) => [id, example]));
}
