import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { queryBuilder, type TenantDatabase, tenantDatabase } from '../../src/database/index.js';
import * as datasets from '../../src/datasets/index.js';
import * as sql from '../../src/datasets/sql.js';
import type { Engine } from '../../src/engine/index.js';
import * as pipeline from '../../src/pipeline/index.js';
import type { PipelineHome, PipelineSchema } from '../../src/pipeline/index.js';
import { createDatabase } from '../services/postgres.js';
import { freshStore, type StoreKind, COMMAND_STORES, temporaryFolder } from '../cli/store.js';

const [OWN, FOREIGN] = ['acme', 'foreign'];

/** What is in every text of the other tenant that a result might show. */
const MARK = 'secret';

interface Place {
  readonly engine: Engine;
  /** Of the tenant that asks. */
  readonly database: TenantDatabase;
  readonly home: PipelineHome;
  readonly folder: string;
  /** Files that exist, with the same path for both tenants. */
  readonly incoming: string;
}

type Probe = (place: Place) => unknown;

const signal = new AbortController().signal;
const unused = (): Promise<never> => Promise.reject(new Error('the dataset has a contract, so no file is read'));
const QUARANTINED = { statuses: ['quarantined'] } as const;
const LATER = { asOf: Number.MAX_SAFE_INTEGER };
const EVERYTHING = { olderThanMs: -1_000, dryRun: false };

async function contractOf(database: Place['database']): Promise<pipeline.DatasetContract> {
  return (await pipeline.currentContract(database, 'orders'))!;
}

/** A call of each function that touches the database, as the one tenant. */
const PROBES: Readonly<Record<string, Probe>> = {
  importCorrections: async ({ engine, folder }) => {
    const path = join(folder, 'corrections.csv');
    await writeFile(path, `_cf_id,a\n${FOREIGN}-bad,1\n`);
    const signal = AbortSignal.timeout(10_000);
    return pipeline.importCorrections(engine, { tenant: OWN, actor: null, path, dryRun: false, signal });
  },
  countRows: ({ database }) => pipeline.countRows(database),
  fileDetail: ({ database }) => pipeline.fileDetail(database, `${FOREIGN}-file`).catch((error: Error) => error.message),
  inspectRow: ({ database }) => pipeline.inspectRow(database, `${FOREIGN}-bad`).catch((error: Error) => error.message),
  tryCorrection: ({ database }) =>
    pipeline.tryCorrection(database, `${FOREIGN}-bad`, { a: '1' }).catch((error: Error) => error.message),
  restoreQuarantine: ({ database }) => pipeline.restoreQuarantine(database, { parser: 'sales' }),
  addRule: ({ database }) => pipeline.addRule(database, `*.${MARK.length}`, 'orders'),
  addTopics: ({ database }) => pipeline.addTopics(database, 'sales', ['orders']),
  allowAuto: ({ database, incoming }) => pipeline.allowAuto(database, { folder: incoming, dataset: 'orders' }),
  applyRepair: ({ engine }) =>
    pipeline
      .applyRepair(engine, { tenant: OWN, actor: null, id: `repair of ${FOREIGN}` })
      .catch((error: { code: string }) => error.code),
  archiveOf: ({ database }) => pipeline.archiveOf(database, `${FOREIGN}-parser`).catch((error: Error) => error.message),
  acceptRenames: async ({ database }) => pipeline.acceptRenames(database, await contractOf(database)),
  backfillPlan: ({ database }) => pipeline.backfillPlan(database, 'sales'),
  correctRow: ({ engine }) =>
    pipeline
      .correctRow(engine, { tenant: OWN, actor: null, row: { id: `${FOREIGN}-bad` }, values: { a: '1' } })
      .catch((error: { code: string }) => error.code),
  correctionsUsedBy: ({ database }) => pipeline.correctionsUsedBy(database, jobOf(FOREIGN), { limit: 10 }),
  countMatchingRows: async ({ database }) => {
    expect(await pipeline.countMatchingRows(database, LATER)).toBe(1);
  },
  contractHashes: async ({ database }) => [...(await pipeline.contractHashes(database))],
  contractVersions: ({ database }) => pipeline.contractVersions(database, 'orders'),
  contractWithHash: ({ database }) => pipeline.contractWithHash(database, 'orders', `contract of ${FOREIGN}`),
  countEntries: async ({ database }) => {
    expect(await pipeline.countEntries(database, QUARANTINED)).toBe(1);
  },
  countEntriesUpTo: async ({ database }) => {
    expect(await pipeline.countEntriesUpTo(database, QUARANTINED)).toEqual({ count: 1, capped: false });
  },
  countFailedFiles: async ({ database }) => {
    expect(await pipeline.countFailedFiles(database, undefined)).toBe(0);
  },
  countFinishedFiles: async ({ database }) => {
    const counted = await pipeline.countFinishedFiles(database, { before: Date.now() + 60_000, parser: undefined });
    expect(counted).toBe(1);
  },
  currentContract: ({ database }) => pipeline.currentContract(database, 'orders'),
  currentParsers: ({ database }) => pipeline.currentParsers(database),
  datasets: async ({ database }) => {
    const found = await pipeline.datasets(database, { all: true });
    expect(found).toMatchObject([{ files: 1 }]);
    return found;
  },
  datasetsOfFiles: ({ database }) => pipeline.datasetsOfFiles(database),
  discardRows: ({ database }) =>
    database.transaction((tx) => pipeline.discardRows(tx, [`${FOREIGN}-bad`, `${OWN}-bad`], 'a test')),
  discardQuarantine: ({ database }) => pipeline.discardQuarantine(database, { parser: 'sales' }, 'a test'),
  entriesOfJob: ({ database }) => all(pipeline.entriesOfJob(database, QUARANTINED, jobOf(FOREIGN))),
  executeBackfill: ({ engine }) => pipeline.executeBackfill(engine, { tenant: OWN, parser: 'sales' }),
  findEntries: ({ database }) => all(pipeline.findEntries(database, QUARANTINED)),
  findSkipped: async ({ database }) => {
    const lines = await all(pipeline.findSkipped(database, {}));
    expect(lines).toHaveLength(1);
    return lines;
  },
  skippedOfJob: async ({ database }) => {
    expect(await pipeline.skippedOfJob(database, jobOf(FOREIGN), 5)).toEqual({ count: 0, first: [] });
  },
  findRegistered: ({ database }) => pipeline.findRegistered(database, 'sales'),
  jobsWithEntries: async ({ database }) => {
    const jobs = await all(pipeline.jobsWithEntries(database, QUARANTINED));
    expect(jobs).toEqual([{ jobId: jobOf(OWN), rows: 1 }]);
  },
  listFiles: ({ database }) => pipeline.listFiles(database, { limit: 100 }),
  listRules: ({ database }) => pipeline.listRules(database),
  nextMatchingReplays: ({ database }) => pipeline.nextMatchingReplays(database, LATER, { after: null, limit: 10 }),
  nextMatchingRows: ({ database }) => pipeline.nextMatchingRows(database, LATER, { after: null, limit: 10 }),
  mergeOutputs: async ({ database }) => {
    const merged = { mergeId: 'merge', path: 'merged', bytes: 1, sha256: 'h' };
    const foreign = [{ id: `${FOREIGN}-output`, path: pathOf(FOREIGN) }];
    expect(await pipeline.mergeOutputs(database, foreign, merged)).toBe(0);
  },
  pageOfSkipped: ({ database }) => pipeline.pageOfSkipped(database, {}, { limit: 10 }),
  pageOfEntries: async ({ database }) => {
    const entries = await pipeline.pageOfEntries(database, QUARANTINED, { limit: 10 });
    expect(entries).toHaveLength(1);
    return entries;
  },
  outputFiles: ({ database }) => pipeline.outputFiles(database, { all: true }),
  parserNamed: ({ database }) => pipeline.parserNamed(database, 'sales'),
  parserOfSource: async ({ database }) => {
    expect(await pipeline.parserOfSource(database, `source of ${FOREIGN}`)).toBeUndefined();
  },
  pathsInUse: async ({ database }) => {
    expect(await pipeline.pathsInUse(database, [pathOf(FOREIGN)])).toEqual(new Set());
  },
  planJobs: async ({ engine, database }) => {
    await database.query(`UPDATE cf_files SET hash = 'changed' WHERE tenant = '${OWN}'`);
    await pipeline.planJobs(engine, OWN);
    const jobs = await engine.jobs({ limit: 100 });
    expect(jobs.filter(({ type }) => type === 'parse').map(({ tenant }) => tenant)).toEqual([OWN]);
  },
  pruneOutputs: ({ database, home }) => pipeline.pruneOutputs(database, home, EVERYTHING),
  pruneQuarantine: ({ database }) => pipeline.pruneQuarantine(database, EVERYTHING),
  quarantineGroups: ({ database }) => pipeline.quarantineGroups(database, QUARANTINED, 10),
  registeredVersions: ({ database }) => pipeline.registeredVersions(database),
  registerParser: async ({ engine, home }) => {
    const folder = await mkdtemp(join(dirname(home.output), 'parser-'));
    await writeFile(
      join(folder, 'parser.mjs'),
      "export const name = 'sales', version = '2';\nexport function parse() {}\n",
    );
    const workshop = pipeline.createWorkshop({
      ...{ home, python: undefined, offline: true, vendor: undefined, env: process.env },
      ...{
        environmentNames: () => [],
        sandbox: () => ({ mode: 'auto', read: [], allowsNetwork: false }),
        signal,
        onStep: () => undefined,
      },
    });
    const request = { tenant: OWN, force: true, validate: false, validateRemote: false, workshop };
    const registered = await pipeline
      .registerParser(engine, { ...request, read: () => pipeline.readParser(join(folder, 'parser.mjs'), workshop) })
      .catch((error: Error) => error.message);
    return registered;
  },
  removeRules: ({ database }) => pipeline.removeRules(database, '*.csv'),
  removeTopics: ({ database }) => pipeline.removeTopics(database, 'sales', ['shared']),
  repairReports: ({ database }) => pipeline.repairReports(database),
  failedWithEvidence: ({ database }) => pipeline.failedWithEvidence(database, { parser: 'sales' }),
  useCurrentParsers: ({ engine }) =>
    engine.transaction((tx) => pipeline.useCurrentParsers(tx, [{ id: jobOf(OWN), tenant: OWN }])),
  replayPayloads: ({ database }) => pipeline.replayPayloads(database, { parser: 'sales' }),
  freezeContract: ({ database }) => pipeline.freezeContract(database, 'orders', false),
  inferWithRenames: ({ database, home }) =>
    pipeline.inferWithRenames(database, 'orders', {
      ...{ limits: { timeoutMs: undefined, cpuSeconds: undefined, memoryLimitBytes: undefined }, signal },
      readers: { read: unused, profile: unused, close: () => Promise.resolve() },
      spool: pipeline.openSpool(home),
    }),
  renamesOf: async ({ database }) => pipeline.renamesOf(database, await contractOf(database)),
  scanFolder: ({ database, incoming }) =>
    pipeline.scanFolder(database, { root: incoming, tags: ['a'], patterns: [], ignore: [], rehash: true }),
  setContractIn: ({ database }) =>
    database.transaction((tx) =>
      pipeline.setContractIn(tx, { dataset: 'orders', contract: '{}', source: '/c' }, `contract of ${OWN}`),
    ),
  setContract: ({ database }) => pipeline.setContract(database, { dataset: 'orders', contract: '{}', source: '/c' }),
  suggestContract: ({ database, home }) =>
    pipeline
      .suggestContract(database, `${MARK}_data`, { spool: pipeline.openSpool(home), signal })
      .catch((error: Error) => error.name),
  suggestRepairs: ({ database, home }) =>
    pipeline.suggestRepairs(
      database,
      { dataset: 'sales', parser: 'sales', output: 'sales' },
      { spool: pipeline.openSpool(home), signal },
    ),
  tryRepair: ({ database }) =>
    pipeline.tryRepair(database, `repair of ${FOREIGN}`, 5).catch((error: { code: string }) => error.code),
  topicsByParser: async ({ database }) => [...(await pipeline.topicsByParser(database))],
  topicsOf: ({ database }) => pipeline.topicsOf(database, 'sales'),
  topicsWithoutParser: async ({ database }) => {
    expect(await pipeline.topicsWithoutParser(database, ['shared', 'of foreign'])).toEqual(['of foreign']);
  },
  unregisterParser: ({ database }) => pipeline.unregisterParser(database, 'sales'),
  vendorParser: ({ database, home }) =>
    pipeline
      .vendorParser({
        ...{ given: `${MARK}-parser`, output: join(home.output, 'vendor'), python: undefined, env: {}, signal },
        onMessage: () => undefined,
        withDatabase: (work) => work(database),
      })
      .catch((error: { code: string }) => {
        expect(error.code).toBe('PARSER_NOT_REGISTERED');
      }),
  versionsInUse: ({ database }) => pipeline.versionsInUse(database),

  profileDataset: async ({ database, folder }) => {
    const [dataset] = await datasets.namedDatasets(database);
    return sql.profileDataset({ database, folder, dataset: dataset! });
  },
  queryTables: ({ database, folder }) => sql.queryTables({ database, folder }),
  namedDatasets: ({ database }) => datasets.namedDatasets(database),
  verifyOutputs: async ({ database, folder }) =>
    datasets.verifyOutputs(await datasets.namedDatasets(database), { database, folder }),

  compactDataset: async ({ database, home }) => {
    const [dataset] = await datasets.namedDatasets(database);
    return sql.compactDataset({ database, home, smallBytes: 1_000_000 }, dataset!);
  },
  publishDelta: async ({ database, home }) => {
    const [dataset] = await datasets.namedDatasets(database);
    const storage = home.storages.at(join(home.output, 'tables', database.tenant));
    const { rows } = await sql.publishDelta({ database, home, storage }, dataset!);
    return { rows };
  },
  loadDataset: async ({ database, home }) => {
    const [dataset] = await datasets.namedDatasets(database);
    const url = await createDatabase(inject('postgresUrl'));
    return sql.loadDataset({ database, home, url, table: 'loaded' }, dataset!);
  },
  describeDataset: async ({ database, folder }) => {
    const [dataset] = await datasets.namedDatasets(database);
    return sql.describeDataset({ database, folder }, dataset!);
  },
  exportRows: async ({ database, folder, home }) => {
    const target = join(home.output, 'rows.csv');
    await sql.exportRows({
      ...{ database, folder, target, format: 'csv', force: true, table: 't' },
      sql: 'SELECT path FROM files',
    });
    return (await import('node:fs/promises')).readFile(target, 'utf8');
  },
  traceRows: async ({ database, folder }) => {
    const [dataset] = await datasets.namedDatasets(database);
    return sql.traceRows({ database, folder, dataset: dataset!, limit: 10 });
  },
  withQuery: ({ database, folder }) =>
    Promise.all(
      ['files', 'quarantine', 'skipped', 'jobs', 'sales'].map((table) =>
        sql.withQuery({ database, folder, sql: `SELECT * FROM ${table}` }, async (query) => {
          let text = '';
          for await (const part of sql.textOfRows(await query.rows(), 'json')) text += part;
          expect(JSON.parse(text)).toHaveLength(1);
          return text;
        }),
      ),
    ),
};

/** Functions that see the rows of all tenants, and why. */
const ACROSS_TENANTS: Readonly<Record<string, string>> = {
  countPipeline: 'counts for the administrator of the database',
  currentOutputs: 'the check of the whole database',
  foreignDatabase: 'the identity of the whole database',
  strayedSkipped: 'the check of the whole database',
  listEnvironments: 'environments are caches by lockfile, which tenants share',
  pruneEnvironments: 'environments are caches by lockfile, which tenants share',
};

/** Functions that read and write no rows. */
const WITHOUT_DATABASE: readonly string[] = [
  ...[
    'createWorkshop',
    'ensureEnvironment',
    'exportLines',
    'isAutoTopic',
    'isMergedPath',
    'openPipelineRuntime',
    'parseQuarantineStatus',
  ],
  ...[
    'pipelineHome',
    'pipelineJobs',
    'rawFields',
    'readParser',
    'readVendorManifest',
    'rebuildEnvironment',
    'releaseEnvironments',
  ],
  ...['removeOutputs', 'requireDatasetName', 'requireTopic', 'tenantPrefix'],
  ...['openSpool', 'outputAddress', 'outputPlace', 'registeredPath', 'withLocalCopies'],
  ...['damageOf', 'duckDbPlatform', 'expectedHash', 'extensionPath'],
  ...['testParser', 'watchFolder', 'writeWholeFile'],
  ...['datasetNamed', 'exportFormat', 'sha256OfFile', 'unknownDataset', 'withStagedFile'],
  ...['isPublished', 'parseOutputFileName', 'publishedRetention'],
  ...['selectDataset', 'textOfRows', 'valueText', 'columnsOf', 'identifier'],
];

test('every exported function of pipeline and datasets is known to be about one tenant, about all, or about no rows', () => {
  const exported = [pipeline, datasets, sql].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
  const known = [...Object.keys(PROBES), ...Object.keys(ACROSS_TENANTS), ...WITHOUT_DATABASE];
  expect([...exported].sort()).toEqual([...known].sort());
});

describe.each(COMMAND_STORES)('on %s', (kind) => {
  test.each(Object.keys(PROBES))("%s neither shows nor changes another tenant's rows", async (name) => {
    const place = await createPlace(kind);
    const before = await rowsOfForeign(place.engine);
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
    const result = await PROBES[name]?.(place);
    expect(JSON.stringify({ result })).not.toContain(MARK);
    expect(await rowsOfForeign(place.engine)).toEqual(before);
  });
});

async function createPlace(kind: StoreKind): Promise<Place> {
  const { engine, flags } = await freshStore(kind);
  const home = pipeline.pipelineHome(flags[1]!);
  const incoming = await temporaryFolder();
  await writeFile(join(incoming, 'a.csv'), 'id\n1\n');
  for (const tenant of [OWN, FOREIGN]) await insertRows(engine, tenant, home, incoming);
  return { engine, database: tenantDatabase(engine.database, OWN), home, folder: home.output, incoming };
}

const jobOf = (tenant: string): string =>
  tenant === OWN ? '00000000-0000-7000-8000-000000000001' : '00000000-0000-7000-8000-000000000002';
const pathOf = (tenant: string): string => `${pipeline.tenantPrefix(tenant)}sales/sales/${jobOf(tenant)}-1.csv`;

/** A row in every table. Names are the same for both tenants; whatever else is text has the mark of the other one. */
async function insertRows(engine: Engine, tenant: string, home: PipelineHome, incoming: string): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(engine.database);
  const mark = tenant === OWN ? 'own' : MARK;
  const [job_id, path, id] = [jobOf(tenant), pathOf(tenant), `${tenant}-file`];
  await mkdir(dirname(join(home.output, path)), { recursive: true });
  await writeFile(
    join(home.output, path),
    `id,_cf_source,_cf_row,_cf_job_id,_cf_parser\n1,/${mark},1,${job_id},sales\n`,
  );
  const parser = { name: 'sales', version: `1-${mark}`, language: 'node' as const, entrypoint: 'parser.mjs' };
  await builder
    .insertInto('cf_parsers')
    .values([
      {
        ...{
          id: `${tenant}-parser`,
          tenant,
          ...parser,
          source_archive: Buffer.from(mark),
          source_hash: `source of ${tenant}`,
        },
        ...{ lockfile_hash: null, outputs: 'null', imports: '[]', files: 1 },
        ...{ created_at: 1, registered_at: 1, retired_at: null },
      },
      {
        ...{ id: `${tenant}-${mark}`, tenant, ...parser, name: `${mark}-parser`, source_archive: Buffer.from(mark) },
        ...{ source_hash: mark, lockfile_hash: null, outputs: 'null', imports: '[]', files: 1 },
        ...{ created_at: 1, registered_at: 1, retired_at: null },
      },
    ])
    .execute();
  await builder
    .insertInto('cf_parser_topics')
    .values([
      { tenant, parser: 'sales', topic: 'shared' },
      { tenant, parser: 'sales', topic: `of ${tenant === OWN ? 'own' : 'foreign'}` },
    ])
    .execute();
  await builder
    .insertInto('cf_rules')
    .values([
      { id: `${tenant}-rule`, tenant, pattern: '*.csv', topic: 'shared', created_at: 1 },
      { id: `${tenant}-${mark}`, tenant, pattern: `*.${mark}`, topic: mark, created_at: 1 },
    ])
    .execute();
  await engine.database.query(
    `INSERT INTO cf_routing (tenant, revision) VALUES ('${tenant}', 5) ON CONFLICT (tenant) DO NOTHING`,
  );
  const times = { modified_us: 1, changed_us: 1, discovered_at: 1, scanned_at: 1, missing_at: null };
  await builder
    .insertInto('cf_files')
    .values({
      ...{ id, tenant, path: join(incoming, 'a.csv'), hash: `content of ${mark}`, size_bytes: 1, tags: '["shared"]' },
      ...times,
      planned_revision: 0,
    })
    .execute();
  const made = {
    job_id,
    version: `1-${mark}`,
    source_hash: `older source of ${mark}`,
    content_hash: `content of ${mark}`,
  };
  await builder
    .insertInto('cf_file_parses')
    .values({ tenant, file_id: id, parser: 'sales', ...made, dataset: null })
    .execute();
  await builder
    .insertInto('cf_outputs')
    .values({
      ...{
        id: `${tenant}-output`,
        tenant,
        file_id: id,
        parser: 'sales',
        ...made,
        output: 'sales',
        path,
        format: 'csv',
      },
      ...{ row_count: 1, size_bytes: 1, sha256: mark, created_at: 1, superseded_at: null, superseded_by: null },
    })
    .execute();
  await builder
    .insertInto('cf_quarantine')
    .values({
      ...{ id: `${tenant}-bad`, tenant, job_id, file_id: id, parser: 'sales', output: 'sales', source: `/${mark}` },
      ...{ row_number: 1, column_name: 'a', error_type: 't', error_message: mark, errors: '[]', raw_data: '{}' },
      ...{ status: 'quarantined', created_at: 1, resolved_at: null, resolved_by: null, reason: null },
    })
    .execute();
  await builder
    .insertInto('cf_skipped')
    .values({
      ...{ id: `${tenant}-skipped`, tenant, job_id, file_id: id, parser: 'sales', source: `/${mark}`, line: 1 },
      ...{ kind: 'preamble', reason: 'above the table', text: mark, created_at: 1, superseded_at: null },
    })
    .execute();
  await builder
    .insertInto('cf_contracts')
    .values({
      ...{ tenant, dataset: 'orders', hash: `contract of ${tenant}`, contract: `{"of":"${mark}"}`, origin: 'given' },
      ...{ source: `/${mark}`, set_at: 1, replaced_at: null, frozen: 1, evidence: null, changes: '[]' },
    })
    .execute();
  const suggestion = { id: `repair of ${tenant}`, column: 'a', after: 'string', applicable: true };
  const report = {
    ...{ dataset: 'sales', parser: 'sales', output: 'sales', contract_hash: mark },
    groups: [{ column: 'a', error_type: 't', suggestions: [suggestion], refused: [] }],
  };
  await builder
    .insertInto('cf_repair_reports')
    .values({ tenant, parser: 'sales', output: 'sales', report: JSON.stringify(report), computed_at: 1 })
    .execute();
  await builder
    .insertInto('cf_corrections')
    .values({
      ...{
        id: `${tenant}-correction`,
        tenant,
        row_id: `${tenant}-bad`,
        file_id: 'f',
        parser: 'sales',
        content_hash: 'h',
      },
      ...{ output: 'sales', row_number: 1, original: `{"a":"${mark}"}`, corrected: `{"a":"${mark}"}`, actor: mark },
      ...{ corrected_at: 1, used_by: job_id, ended_at: null },
    })
    .execute();
  await engine.enqueue(pipeline.REPLAY_JOB, { parser: 'sales', path: `/${mark}`, replay_of: job_id }, { tenant });
}

async function rowsOfForeign({ database }: Engine): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of pipeline.PIPELINE_TABLES)
    rows[name] = await database.query(`SELECT * FROM ${name} WHERE tenant = '${FOREIGN}' ORDER BY ${key.join(', ')}`);
  return rows;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
