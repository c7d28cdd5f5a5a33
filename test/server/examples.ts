import { appendFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { casparian } from '../cli/casparian.js';
import { waitUntil } from '../services/wait-until.js';
import { batteryExamples } from './battery-examples.js';
import type { RunningServer } from './running-server.js';

/** How to call a route so that it finds something that belongs to the default tenant. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** In names of everything that the default tenant owns. */
export const OWNED = 'owned_by_default';
const MINIMAL_PASSPORT = fileURLToPath(new URL('../../examples/passport/minimal', import.meta.url));
/** Without a salt, a passport has no excerpts, so no PDF either. */
const SALT_RULE = '\nfield disclosure.salt: Text = "0123456789abcdef0123456789abcdef";\n';
const PARSER = `
export class Parser {
  name = '${OWNED}_parser';
  version = '1.0.0';
  topics = ['${OWNED}'];
  outputs = { id: 'int!' };
  *parse() {
    yield [{ id: 1 }];
  }
}
`;

type Json = Record<string, string>;

/**
 * Creates one of everything in the default tenant, and returns how each route with parameters reaches it. A route with parameters
 * that is missing here fails the tests. The server must have a worker.
 */
export async function seedExamples(server: RunningServer): Promise<Record<string, Example>> {
  const key = await server.keyOf('Admin', 'default', OWNED);
  const made = async (request: string, body?: unknown): Promise<Json> => {
    const { status, json, text } = await server.call<Json>(request, { key, body });
    expect([request, status, status < 300 ? '' : text]).toEqual([request, status, '']);
    return json;
  };
  const first = async (path: string, member = 'id'): Promise<string> => {
    const { json } = await server.call<{ items: Json[] }>(`GET ${path}`, { key });
    return json.items[0]?.[member] ?? `nothing at ${path}`;
  };
  return {
    ...(await jobExamples(server, made)),
    ...(await dataExamples(server, key, made)),
    ...(await passportExamples(server, key, made, first)),
    ...(await priceExamples(made)),
    ...(await adminExamples(made, first)),
  };
}

type Made = (request: string, body?: unknown) => Promise<Json>;
type First = (path: string, member?: string) => Promise<string>;

async function jobExamples({ engine }: RunningServer, made: Made): Promise<Record<string, Example>> {
  const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;
  await engine.pauseQueue(OWNED);
  const { id: job } = await engine.enqueue(noop, { mark: OWNED }, { queue: OWNED });
  const schedule = { cron: '0 3 * * *', type: 'noop' };
  await made(`PUT /v1/schedules/${OWNED}`, schedule);
  const task = await made('POST /v1/tasks', { command: ['true'], queue: OWNED });
  const nothing = { target: 'jobs', action: 'retry', filter: { type: 'no-such-type' } };
  const bulk = await made('POST /v1/bulk', { ...nothing, expected_count: 0 });
  return {
    ...each(['bulk.get', 'bulk.cancel'], { params: { id: bulk['id']! } }),
    'bulk.count': { body: nothing },
    'bulk.create': { body: { ...nothing, expected_count: 0 } },
    ...each(['jobs.get', 'jobs.why', 'jobs.logs', 'jobs.cancel', 'jobs.retry', 'jobs.run-now'], {
      params: { id: job },
    }),
    'jobs.create': { body: { type: 'noop' } },
    ...each(['tasks.get', 'tasks.replay'], { params: { id: task['id']! } }),
    'tasks.create': { body: { command: ['true'] } },
    ...each(['triage.retry', 'triage.cancel'], { body: { all: true } }),
    ...each(['queues.get', 'queues.pause', 'queues.resume'], { params: { name: OWNED } }),
    'queues.limit': { params: { name: OWNED }, body: { concurrency: 1 } },
    ...each(['schedules.get', 'schedules.delete'], { params: { name: OWNED } }),
    'schedules.put': { params: { name: OWNED }, body: schedule },
    'events.stream': { query: '?seconds=1' },
  };
}

async function dataExamples(
  { url, flags, home, engine }: RunningServer,
  key: string,
  made: Made,
): Promise<Record<string, Example>> {
  const uploaded = await fetch(`${url}/v1/files?name=${OWNED}.csv&dataset=${OWNED}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: 'id,name\n1,a\n2,b\n3,c\n4\n',
  });
  expect([uploaded.status, await uploaded.text()]).toEqual([
    201,
    expect.stringContaining('"jobs_created":1') as string,
  ]);
  const done = async (): Promise<boolean> =>
    (await engine.jobs({ statuses: ['completed', 'completed_with_warnings'], type: 'parse' })).length > 0;
  await waitUntil(done, { for: 'the uploaded file to be read' });
  await writeFile(join(home, 'parser.mjs'), PARSER);
  const registered = await casparian(['parser', 'register', join(home, 'parser.mjs'), '--json', ...flags]);
  expect([registered.code, registered.stdout]).toEqual([0, registered.stdout]);
  const [{ id: job } = { id: '' }] = await engine.jobs({ type: 'parse' });
  const [{ id: bad } = { id: '' }] = await engine.database.query<{ id: string }>('SELECT id FROM cf_quarantine');
  const [{ id: file } = { id: '' }] = await engine.database.query<{ id: string }>('SELECT id FROM cf_files');
  const inspected = await fetch(`${url}/v1/inspections?name=${OWNED}.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: 'a,b\n1,2\n',
  });
  const { id: held } = (await inspected.json()) as { id: string };
  await made('POST /v1/file-rules', { pattern: `*.${OWNED}`, topic: OWNED });
  const dataset = { params: { name: OWNED } };
  const parser = { params: { name: `${OWNED}_parser` } };
  return {
    ...each(
      ['get', 'rows', 'count', 'profile', 'export', 'lineage', 'renames', 'accept-renames'].map(
        (verb) => `datasets.${verb}`,
      ),
      dataset,
    ),
    ...each(
      ['contract', 'contract-versions', 'freeze-contract', 'unfreeze-contract'].map((verb) => `datasets.${verb}`),
      dataset,
    ),
    'datasets.set-contract': { ...dataset, body: { contract: {} } },
    'repairs.compute': { body: { dataset: OWNED } },
    ...each(['repairs.try', 'repairs.apply'], { params: { id: await suggestion(engine) } }),
    'query.run': { body: { sql: `SELECT * FROM ${OWNED}` } },
    'query.export': { body: { sql: `SELECT * FROM ${OWNED}`, format: 'csv' } },
    ...each(['parsers.get', 'parsers.delete'], parser),
    'parsers.topics': { ...parser, body: { action: 'add', topics: ['t'] } },
    'files.upload': { query: '?name=other.csv' },
    ...each(['files.get', 'files.lines'], { params: { id: file } }),
    'inspections.create': { query: '?name=other.csv' },
    ...each(['inspections.adjust', 'inspections.delete'], { params: { id: held }, body: {} }),
    'inspections.make-dataset': { params: { id: held }, body: { dataset: 'another_name' } },
    'scans.create': { body: { folders: ['/'] } },
    'file-rules.create': { body: { pattern: '*.x', topic: 'x' } },
    'file-rules.delete': { query: `?pattern=*.${OWNED}` },
    'backfills.create': { body: { parser: `${OWNED}_parser` } },
    'quarantine.replay': { body: { job } },
    ...each(['quarantine.correct', 'quarantine.check'], { params: { id: bad }, body: { values: { id: '1' } } }),
    'quarantine.get': { params: { id: bad } },
    'quarantine.restore': { body: { job } },
    'quarantine.discard': { body: { job, reason: 'because' } },
  };
}

/** Stored as a computation would store it, without files. */
async function suggestion({ database }: RunningServer['engine']): Promise<string> {
  const id = '0123456789ab';
  const change = { id, kind: 'null_word', change: 'x', column: 'id', before: 'int', after: 'string' };
  const repair = { ...change, repairs: 1, leaves: 0, helps: 0, breaks: 0, applicable: true };
  const group = { column: 'id', error_type: 'x', rows: 1, example: null, suggestions: [repair], refused: [] };
  const [contract] = await database.query<{ hash: string }>(`SELECT hash FROM cf_contracts WHERE dataset = '${OWNED}'`);
  const about = { dataset: OWNED, parser: 'builtin', output: OWNED, contract_hash: contract?.hash };
  const report = { ...about, quarantined: 1, already_valid: 0, files: 1, rows: 1, unread: [], groups: [group] };
  await database.query(
    `INSERT INTO cf_repair_reports (tenant, parser, output, report, computed_at)
      VALUES ('default', 'builtin', '${OWNED}', '${JSON.stringify(report)}', 1)`,
  );
  return id;
}

async function passportExamples(
  server: RunningServer,
  key: string,
  made: Made,
  first: First,
): Promise<Record<string, Example>> {
  const folder = join(server.home, 'minimal-passport');
  await cp(MINIMAL_PASSPORT, folder, { recursive: true });
  await appendFile(join(folder, 'battery.rules'), SALT_RULE);
  const built = await casparian(['passport', 'build', folder, '--activate', '--json', ...server.flags]);
  expect([built.code, built.stderr]).toEqual([0, built.stderr]);
  const document = await first('/v1/documents', 'document_id');
  const documentVersion = await first(`/v1/documents/${document}/versions`, 'document_version_id');
  const snapshot = await first('/v1/snapshots', 'snapshot_id');
  const rules = await first('/v1/rule-packages', 'rule_package_id');
  const ruleVersion = await first(`/v1/rule-packages/${rules}/versions`, 'rule_package_version_id');
  const product = await first('/v1/battery-products', 'battery_product_id');
  const passport = await first('/v1/passports', 'passport_id');
  const version = await first(`/v1/passports/${passport}/versions`, 'passport_version_id');
  await made(`POST /v1/passport-versions/${version}/exports`, { format: 'JSON' });
  const exports = `/v1/passport-versions/${version}/exports`;
  await waitUntil(async () => !(await first(exports, 'export_id')).startsWith('nothing'), { for: 'the export' });
  return {
    ...(await batteryExamples(server, key, { product, snapshot, ruleVersion, name: OWNED })),
    'passport-exports.content': { params: { id: await first(exports, 'export_id') } },
    'passport-versions.export': { params: { id: version }, body: { format: 'pdf' } },
    ...each(['documents.get', 'documents.versions'], { params: { id: document } }),
    'documents.create': { body: { kind: 'BOM', external_ref: 'x' } },
    'documents.upload': { params: { id: document }, body: { content: 'e30=', mime_type: 'application/json' } },
    ...each(['document-versions.get', 'document-versions.content'], { params: { id: documentVersion } }),
    'snapshots.create': { body: { label: 'x' } },
    ...each(['snapshots.get', 'snapshots.seal'], { params: { id: snapshot } }),
    'snapshots.items': { params: { id: snapshot }, body: { document_version_ids: [documentVersion] } },
    'rule-packages.create': { body: { name: 'x' } },
    ...each(['rule-packages.get', 'rule-packages.versions'], { params: { id: rules } }),
    'rule-packages.add-version': { params: { id: rules }, body: { dsl_source: 'field a : Int = 1;' } },
    ...each(
      ['get', 'delete', 'publish', 'deprecate', 'test-runs', 'run-tests'].map(
        (verb) => `rule-package-versions.${verb}`,
      ),
      { params: { id: ruleVersion } },
    ),
    'battery-products.create': { body: { sku: 'X', name: 'X' } },
    'battery-products.get': { params: { id: product } },
    'passports.create': { body: { battery_product_id: product } },
    ...each(['passports.get', 'passports.versions'], { params: { id: passport } }),
    'passports.compile': {
      params: { id: passport },
      body: { snapshot_id: snapshot, rule_package_version_id: ruleVersion },
    },
    ...each(
      [
        'get',
        'payload',
        'proof',
        'receipt',
        'qr-png',
        'qr-svg',
        'bundle',
        'activate',
        'replay',
        'pipeline',
        'verify',
        'view',
        'exports',
        'preview-page',
        'preview-pdf',
      ].map((verb) => `passport-versions.${verb}`),
      { params: { id: version } },
    ),
    'passport-versions.check': { params: { id: version }, query: '?category=lmt' },
    'battery-data.check': { body: { category: 'ev', data: {} } },
    'battery-data.import': { body: { format: 'batterypass', data: { batteryMass: 3.25, unheard: 1 } } },
    'passport-versions.explain': { params: { id: version }, query: '?field=battery.mass' },
    'passport-versions.diff': { params: { id: version }, query: `?from=${version}` },
    'passport-versions.revoke': { params: { id: version }, body: { reason: 'because' } },
  };
}

async function priceExamples(made: Made): Promise<Record<string, Example>> {
  const source = { kind: 'csv', url: 'https://prices.example.com/{title}' };
  await made('POST /v1/sources', { name: OWNED, ...source });
  await made('POST /v1/intakes', { title: OWNED, ref: OWNED });
  return {
    ...each(
      ['pause', 'isolate', 'resume', 'probe', 'get', 'quarantine', 'history', 'robots'].map(
        (verb) => `sources.${verb}`,
      ),
      { params: { name: OWNED } },
    ),
    'sources.edit': { params: { name: OWNED }, body: { burst: 1 } },
    'sources.create': { body: { name: 'new', ...source } },
    'intakes.create': { body: { title: 'new' } },
    'intakes.import': { body: { items: [{ title: 'new' }] } },
    ...each(['intakes.get', 'valuations.get', 'valuations.compute', 'valuations.history'], { params: { id: OWNED } }),
    'prices.list': { query: `?intake=${OWNED}` },
    'collections.create': { body: { source: OWNED } },
  };
}

async function adminExamples(made: Made, first: First): Promise<Record<string, Example>> {
  const endpoint = await made('POST /v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', events: ['webhook.test'] });
  const delivery = await made(`POST /v1/webhook-endpoints/${endpoint['id']}/test`);
  return {
    'events.get': { params: { id: await first('/v1/events', 'event_id') } },
    'webhooks.create': { body: { url: 'http://127.0.0.1:9/', events: ['x.*'] } },
    ...each(
      ['get', 'pause', 'resume', 'delete', 'rotate', 'test'].map((verb) => `webhooks.${verb}`),
      { params: { id: endpoint['id']! } },
    ),
    ...each(['webhook-subscriptions.get', 'webhook-subscriptions.delete'], {
      params: { id: await first('/v1/webhook-subscriptions') },
    }),
    'webhook-subscriptions.create': { body: { webhook_endpoint_id: endpoint['id']!, event_type: 'job.*' } },
    ...each(['webhooks.delivery', 'webhooks.redeliver'], { params: { id: delivery['id']! } }),
    'keys.create': { body: { name: 'another', role: 'Reader' } },
    'keys.revoke': { params: { id: await first('/v1/keys') } },
  };
}

function each(ids: readonly string[], example: Example): Record<string, Example> {
  return Object.fromEntries(ids.map((id) => [id, example]));
}
