import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { tenantDatabase } from '../../src/database/index.js';
import * as events from '../../src/events/index.js';
import { readSigningKey } from '../../src/platform/signing/signing-key.js';
import type { Stage } from '../engine/staging/stage.js';
import { eventOf } from './staging/events.js';
import { STORES, useEventStage } from './staging/stage.js';

/** What is in every text of the other tenant that a result might show. */
const MARK = 'secret';
const key = readSigningKey(randomBytes(32).toString('base64'));
const NEVER = new AbortController().signal;

/** A call of each function that reads or writes events, as the tenant `acme`. */
const PROBES: Readonly<Record<string, (stage: Stage, foreignId: string) => Promise<unknown>>> = {
  createJobEvents: async ({ engine }) => {
    const { hook } = events.createJobEvents({
      jobTypes: [],
      subscriptions: async () => [{ tenant: 'acme', wants: () => true }],
    });
    const ending = { queue: 'q', type: 't', from: 'running', to: 'completed', fence: 1, attempts: 0, at: 1 } as const;
    const rest = { payload: '{}', result: null, error: null, parentJobId: null };
    await engine.database.transaction((tx) => hook(tx, [{ id: 'job', tenant: 'foreign', ...ending, ...rest }]));
  },
  databaseSource: async ({ engine }) => {
    const source = events.databaseSource(engine.database, 'acme');
    const pages: unknown[] = [await source.heads()];
    for await (const page of source.pages()) pages.push(page);
    return pages;
  },
  exportEvents: async ({ engine }) => {
    const lines: unknown[] = [];
    for await (const line of events.exportEvents(engine.database, 'acme', {})) lines.push(line);
    expect(lines).toHaveLength(4);
    return lines;
  },
  findEvents: async ({ engine }) => {
    const found = await events.findEvents(engine.database, 'acme', { limit: 10 });
    expect(found).toHaveLength(1);
    return [
      found,
      await events.findEvents(engine.database, 'acme', { aggregateId: 'shared', types: ['*'], limit: 10 }),
    ];
  },
  followEvents: async ({ engine }) => {
    const seen: unknown[] = [];
    const controller = new AbortController();
    let looks = 0;
    const nextLook = async (): Promise<void> => {
      if (looks++ > 0) return controller.abort();
      await engine.database.transaction(async (tx) => {
        await events.recordEvents(tx, 'other', [eventOf('shared', { payload: { note: MARK } })]);
        await events.recordEvents(tx, 'acme', [eventOf('shared')]);
      });
    };
    const options = { tenant: 'acme', nextLook, signal: controller.signal };
    for await (const event of events.followEvents(engine.database, options)) seen.push(event);
    expect(seen).toHaveLength(1);
    return seen;
  },
  getEvent: ({ engine }, foreignId) =>
    events.getEvent(engine.database, 'acme', foreignId).catch((error: { code: string }) => error.code),
  recordDeniedAccess: ({ engine }) =>
    engine.database.transaction((tx) =>
      events.recordDeniedAccess(tx, 'acme', {
        ...{ actor: 'ann', permission: 'p', reason: 'RBAC', resource: 'r', correlationId: 'c' },
      }),
    ),
  recordEvent: async ({ engine }) => {
    await tenantDatabase(engine.database, 'acme').transaction((tx) => events.recordEvent(tx, eventOf('shared')));
    expect(await events.findEvents(engine.database, 'acme', { limit: 10 })).toHaveLength(2);
  },
  recordEvents: async ({ engine }) => {
    const recorded = await engine.database.transaction((tx) => events.recordEvents(tx, 'acme', [eventOf('shared')]));
    expect(recorded).toMatchObject([{ aggregateVersion: 2 }]);
    return recorded;
  },
  pageOfEvents: async ({ engine }) => {
    const page = await events.pageOfEvents(engine.database, 'acme', { limit: 10 });
    expect(page).toHaveLength(1);
    return page;
  },
  sealEvents: async ({ engine }) => {
    const head = await events.sealEvents(engine.database, 'acme', key);
    expect(head?.treeSize).toBe(1);
    return head;
  },
  treeHeads: ({ engine }) => events.treeHeads(engine.database, 'acme'),
  verifyEvents: ({ engine }) =>
    events.verifyEvents(events.databaseSource(engine.database, 'acme'), { trustedKeys: [], signal: NEVER }),
  withWholeAggregateId: async ({ engine }) => {
    const foreign = eventOf('01a00000-0000-7000-8000-000000000001', { aggregateType: 'job' });
    await engine.database.transaction((tx) => events.recordEvents(tx, 'other', [foreign]));
    const filter = { aggregateType: 'job', aggregateId: '01a00000' };
    expect(await events.withWholeAggregateId(engine.database, 'acme', filter)).toEqual(filter);
  },
};

/** Functions that see all tenants, and why. */
const ACROSS_TENANTS: Readonly<Record<string, string>> = {
  createSettledReader: 'one reader of a server serves the streams of all tenants, each with its own events',
  readPlaced: 'one reader of a server serves the streams of all tenants, each with its own events',
  recordEventsOfCallers: 'writes with the tenant that it is given, as recordEvents does',
  brokenChains: 'the check of the whole database',
  eventJobs: 'the daily job signs a head for every tenant, each over its own events',
  eventTenants: 'the check of the whole database',
  scheduleTreeHeads: 'one schedule serves all tenants',
};

/** Functions that read and write no rows. */
const WITHOUT_DATABASE = ['openExport', 'readTreeHead'];

test('every exported function is known to be about one tenant, about all, or about no rows', () => {
  const exported = Object.entries(events).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  const known = [...Object.keys(PROBES), ...Object.keys(ACROSS_TENANTS), ...WITHOUT_DATABASE];
  // test/events/webhooks/tenants.test.ts has the functions of webhooks.
  const ofWebhooks = /endpoint|webhook|subscri|deliver|requestOf$|secret|attempt|signatureProblem/i;
  expect(exported.filter((name) => !ofWebhooks.test(name)).sort()).toEqual(known.sort());
});

describe.each(STORES)('on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const foreignRows = async (): Promise<unknown> => [
    await stage.engine.database.query(`SELECT * FROM cf_events WHERE tenant = 'foreign' ORDER BY position`),
    await stage.engine.database.query(`SELECT * FROM cf_event_heads WHERE tenant = 'foreign'`),
  ];

  test.each(Object.keys(PROBES))("%s neither shows nor changes another tenant's events", async (name) => {
    const { database } = stage.engine;
    const foreign = { actor: MARK, payload: { note: MARK } };
    const [, event] = await database.transaction(async (tx) => [
      await events.recordEvents(tx, 'acme', [eventOf('shared')]),
      ...(await events.recordEvents(tx, 'foreign', [eventOf('shared', foreign), eventOf(MARK, foreign)])),
    ]);
    await events.sealEvents(database, 'foreign', { ...key, keyId: MARK });
    if (name === 'exportEvents') await events.sealEvents(database, 'acme', key);
    const before = await foreignRows();
    const result = await PROBES[name]?.(stage, (event as { eventId: string }).eventId);
    expect(JSON.stringify({ result })).not.toContain(MARK);
    expect(await foreignRows()).toEqual(before);
  });
});
