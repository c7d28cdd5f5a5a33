import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TenantTransaction, tenantTransaction } from '../../src/database/index.js';
import * as passport from '../../src/passport/index.js';
import { jobEnds } from '../engine/staging/workers.js';
import { type RunningServer, startServer } from './running-server.js';

/** The whole life of a battery over HTTP, as a program of a maker would do it. */
const EXAMPLE = new URL('../../examples/passport/ev/battery.json', import.meta.url);
const RULES = `
field identification.battery_identifier: Text =
  requireSome(recordGet(requireSome(getFact("Unit", "identification"), "E1", "no battery"), "battery_identifier"), "E2", "no identifier");
field performance.full_cycles: Record(at: Text, value: Qty(each)) =
  requireSome(recordGet(requireSome(getFact("Condition", "performance"), "E3", "no state"), "full_cycles"), "E4", "no cycles");
property numbers: cases(500) seed(1) => forall x: Int . implies(true, x == x);
`;

type Json = Record<string, unknown>;
const undo: (() => Promise<void>)[] = [];
let server: RunningServer;
let admin: string;
beforeAll(async () => {
  server = await startServer('sqlite', {
    args: ['--with-worker'],
    env: { CASPARIAN_PUBLIC_URL: 'https://passports.example.com' },
    afterwards: (work) => undo.push(work),
  });
  admin = await server.keyOf('Admin');
}, 60_000);
afterAll(async () => {
  for (const work of undo.reverse()) await work();
});

const call = async (request: string, body?: unknown, key = admin): Promise<Json> => {
  const { status, json } = await server.call<Json>(request, { key, body });
  if (status >= 300) throw new Error(`${request}: ${status} ${JSON.stringify(json)}`);
  return json;
};
const done = async (jobId: unknown): Promise<void> => {
  const { status, errors } = await jobEnds(server.engine, String(jobId));
  expect([status, errors]).toEqual(['completed', []]);
};

/** Prepared in this process; the worker of the server does the jobs. */
async function model(): Promise<{ product: string; snapshot: string; rules: string }> {
  const write = <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
    server.engine.transaction((tx) => work(tenantTransaction(tx, 'default', 'tester')));
  const { id: product } = await write((tx) => passport.addProduct(tx, { sku: 'EV-75', name: 'EV battery' }));
  const { version, jobId } = await write(async (tx) => {
    const { id: documentId } = await passport.addDocument(tx, { kind: 'BATTERY_DATA' });
    const content = readFileSync(EXAMPLE);
    return passport.uploadDocument(tx, { documentId, mimeType: 'application/json', content });
  });
  await done(jobId);
  const { snapshot, build, rules, tests } = await write(async (tx) => {
    const { id } = await passport.createDataSnapshot(tx);
    await passport.addFactsToSnapshot(tx, id, { documentVersionIds: [version.id] });
    const { id: rulePackage } = await passport.addRulePackage(tx, { name: 'life' });
    const added = await passport.addRuleVersion(tx, { rulePackage, dsl: RULES, tests: '' });
    const ruleVersionId = added.version.id;
    return {
      ...{ snapshot: id, build: await passport.requestSnapshotBuild(tx, id), rules: ruleVersionId },
      tests: await passport.requestRuleTests(tx, { ruleVersionId, seed: 1n }),
    };
  });
  await done(build);
  await done(tests);
  await write(async (tx) => {
    await passport.sealDataSnapshot(tx, snapshot);
    await passport.publishRules(tx, rules);
  });
  return { product, snapshot, rules };
}

test('a maker issues, reads, transfers, ends and revokes; everyone can look it up', { timeout: 120_000 }, async () => {
  const { product, snapshot, rules } = await model();
  const csv = 'serial,identification.battery_identifier\nA,(01)04012345000009(21)A\nB,(01)04012345000009(21)B\n';
  const body = { snapshot_id: snapshot, rule_package_version_id: rules, csv, activate: true };
  // Issuing signs: who may only read, or only compile, may not.
  for (const role of ['Reader', 'ComplianceOfficer'] as const) {
    const key = await server.keyOf(role);
    expect((await server.call(`POST /v1/battery-products/${product}/batteries`, { key, body })).status).toBe(403);
  }
  const batch = await call(`POST /v1/battery-products/${product}/batteries`, body);
  const [job] = await server.engine.jobs({ type: 'ISSUE_BATTERIES' });
  await done(job?.id);
  expect(await call(`GET /v1/battery-batches/${String(batch['batch_id'])}`)).toMatchObject({ issued: 2, remaining: 0 });
  const { items } = (await call(`GET /v1/passports?battery_product_id=${product}`)) as unknown as { items: Json[] };
  const [a, b] = items.filter(({ serial }) => serial !== null) as [Json, Json];
  const readings = [
    { battery: 'EV-75/A', observed_at: '2031-01-01T08:00:00Z', values: { 'performance.full_cycles': 9 } },
  ];
  await done((await call('POST /v1/readings', { readings }))['job_id']);
  await done((await call(`POST /v1/passports/${String(a['passport_id'])}/refresh`, { activate: true }))['job_id']);
  const history = await server.call(`GET /v1/passports/${String(a['passport_id'])}/history`, { key: admin });
  expect(passport.verifyHistory(Buffer.from(history.text)).ok).toBe(true);
  const end = { reason: 'repurposed', successor_passport_id: b['passport_id'] };
  await done((await call(`POST /v1/passports/${String(a['passport_id'])}/end`, end))['job_id']);
  const version = String((await call(`GET /v1/passports/${String(a['passport_id'])}`))['current_passport_version_id']);
  await done((await call('POST /v1/status-lists', {}))['job_id']);

  // Without a key.
  const page = await server.call(`GET /p/${version}`);
  expect(page.text).toContain('This passport has ended');
  expect(page.text).toContain(`/p/${String(b['current_passport_version_id'])}`);
  expect(page.text).toContain('Serial number A');
  expect((await server.call(`GET /p/${version}/status`)).json).toMatchObject({
    ...{ status: 'ACTIVE', end_reason: 'repurposed' },
    successor: { passport_version_id: b['current_passport_version_id'] },
  });
  const list = await server.call<Json>(`GET /p/${version}/status-list`);
  expect([list.status, list.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/vc')]);
  // The same list is at the address that credentials name.
  expect(list.json['id']).toBe('https://passports.example.com/p/status-lists/default/revocation');
  const named = await server.call('GET /p/status-lists/default/revocation');
  expect([named.status, named.text]).toEqual([200, list.text]);
  for (const path of ['default/other', 'other/revocation', '%ff/revocation']) {
    expect((await server.call(`GET /p/status-lists/${path}`)).status).toBe(404);
  }
  expect((await server.call('GET /p/01a1ebe6-c600-7000-ae39-bdc7069db45f/status')).status).toBe(404);
});
