import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { mayDo, ROLE_NAMES } from '../../src/operations/index.js';
import { isWrite, type Route } from '../../src/server/route.js';
import { ROUTES } from '../../src/server/routes.js';
import { casparianJson } from '../cli/casparian.js';
import { COMMAND_STORES } from '../cli/store.js';
import { type Example, OWNED } from './examples.js';
import type { Answer, RunningServer } from './running-server.js';
import { startSeededServer } from './seeded-server.js';

interface Envelope {
  readonly error: { readonly code: string; readonly message: string; readonly correlation_id: string };
}

describe.each(COMMAND_STORES)('every route of the specification, on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let server: RunningServer;
  let examples: Record<string, Example>;
  beforeAll(async () => {
    ({ server, examples } = await startSeededServer(kind, (work) => undo.push(work)));
  }, 120_000);
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });

  async function ask(route: Route, key?: string): Promise<Answer<Envelope>> {
    const { params = {}, query = '', body } = examples[route.id] ?? {};
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'));
    return server.call<Envelope>(`${route.method} ${path}${query}`, { key, body });
  }

  test('has an example if it has parameters', () => {
    const withParams = ROUTES.filter(({ params }) => params !== undefined);
    expect(withParams.filter(({ id }) => examples[id]?.params === undefined).map(({ id }) => id)).toEqual([]);
  });

  test('is refused without a key, and with an unknown one', async () => {
    for (const route of ROUTES) {
      for (const key of [undefined, 'bpc_unknown']) {
        const { status, json } = await ask(route, key);
        expect([route.id, status, json.error.code]).toEqual([route.id, 401, 'UNAUTHORIZED']);
      }
    }
  });

  test("is refused with a Reader's key if it changes something", async () => {
    const key = await server.keyOf('Reader');
    for (const route of ROUTES) {
      const { status } = await ask(route, key);
      const isAllowed = mayDo('Reader', route.permission);
      expect([route.id, status === 403, isAllowed]).toEqual([route.id, !isAllowed, isAllowed]);
      if (isWrite(route)) expect([route.id, isAllowed]).toEqual([route.id, false]);
    }
  });

  test('shows and changes nothing of this tenant with a key of another one', async () => {
    const before = await counts(server);
    const key = await server.keyOf('Admin', 'another');
    for (const route of ROUTES.filter(({ id }) => !CREATES.has(id))) {
      const { status, text } = await ask(route, key);
      if (route.installation) expect([route.id, status]).toEqual([route.id, 403]);
      else if (route.params) expect([route.id, [404, 409].includes(status), text]).toEqual([route.id, true, text]);
      expect([route.id, text.includes(`"${OWNED}"`) && status === 200]).toEqual([route.id, false]);
    }
    expect(await counts(server)).toEqual(before);
  });

  test('responds to its owner as its schema says', async () => {
    const key = await server.keyOf('Admin');
    for (const route of ROUTES.filter((one) => one.method === 'GET' || READ_WITH_BODY.has(one.id))) {
      const { status, json, text } = await ask(route, key);
      expect([route.id, status, status === 200 ? '' : text]).toEqual([route.id, 200, '']);
      if ('contentType' in route.response) continue;
      // A member that the schema does not name is removed, so the comparison finds it.
      const parsed = route.response.safeParse(json);
      expect([route.id, parsed.error?.message]).toEqual([route.id, undefined]);
      expect([route.id, parsed.data]).toEqual([route.id, json]);
    }
  });

  test('leaves an event when it is denied', async () => {
    const key = await server.keyOf('Auditor');
    const { status, json } = await server.call<Envelope>('POST /v1/jobs', {
      key,
      body: { type: 'noop' },
      headers: { 'x-correlation-id': 'trace-7' },
    });
    expect([status, json.error.correlation_id]).toEqual([403, 'trace-7']);
    const { json: events } = await casparianJson<{ actor: string; payload: object }[]>([
      ...['events', 'list', '--type', 'access.denied', '--limit', '1', ...server.flags],
    ]);
    expect(events[0]).toMatchObject({
      actor: 'key:Auditor',
      payload: { permission: 'jobs:write', reason: 'RBAC', resource: 'POST /v1/jobs', correlation_id: 'trace-7' },
    });
  });

  test('accepts a key until it is revoked', async () => {
    const key = await server.keyOf('Reader', 'default', 'short-lived');
    expect((await server.call('GET /v1/jobs', { key })).status).toBe(200);
    const revoked = await casparianJson(['keys', 'revoke', 'short-lived', ...server.flags]);
    expect(revoked.code).toBe(0);
    // The server may remember it for a second.
    await expect
      .poll(
        async () => (await server.call<Envelope>('GET /v1/jobs', { key })).json.error as { code: string } | undefined,
      )
      .toMatchObject({ code: 'API_KEY_REVOKED' });
  });
});

const READ_WITH_BODY = new Set(['query.run', 'battery-data.check', 'battery-data.import', 'passport-versions.replay']);

/** They succeed with every key, because they name nothing. */
const CREATES = new Set([
  ...['jobs.create', 'tasks.create', 'keys.create', 'webhooks.create', 'sources.create', 'intakes.create'],
  'intakes.import',
  ...['documents.create', 'snapshots.create', 'rule-packages.create', 'battery-products.create'],
  ...['files.upload', 'file-rules.create'],
  // A dataset may get its contract before its first file.
  'datasets.set-contract',
  // It would be that tenant's own list.
  'status-lists.publish',
]);

async function counts({ engine }: RunningServer): Promise<unknown> {
  const jobs = await engine.database.query(
    `SELECT type, status, count(*) AS jobs FROM cf_jobs WHERE tenant = 'default' GROUP BY type, status ORDER BY type, status`,
  );
  const [row] = await engine.database.query(
    `SELECT (SELECT count(*) FROM cf_schedules) AS schedules, (SELECT count(*) FROM cf_queues) AS queues,
      (SELECT count(*) FROM cf_api_keys WHERE tenant = 'default' AND revoked_at IS NULL) AS keys`,
  );
  return { ...row, jobs };
}

test('every role exists and Admin may do everything', () => {
  expect(ROLE_NAMES).toEqual(['Admin', 'Operator', 'ComplianceOfficer', 'Auditor', 'Reader']);
  expect(ROUTES.filter(({ permission }) => !mayDo('Admin', permission))).toEqual([]);
});
