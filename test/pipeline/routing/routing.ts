import { afterAll, beforeAll, beforeEach } from 'vitest';
import { queryBuilder } from '../../../src/database/index.js';
import { type Engine, type JobRecord, type JobStatus, openEngine } from '../../../src/engine/index.js';
import { recordFiles } from '../../../src/pipeline/files/record-files.js';
import type { ParsePayload } from '../../../src/pipeline/index.js';
import { bumpRevision } from '../../../src/pipeline/schema/revision.js';
import { PIPELINE_MIGRATIONS } from '../../../src/pipeline/schema/migrations.js';
import type { FileParsesTable, PipelineSchema } from '../../../src/pipeline/schema/tables.js';
import { freshStore, type StoreKind } from '../../cli/store.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

/** A store whose tables are empty before each test, and what planning reads from them. */
export interface Routing {
  readonly engine: Engine;
  /** Another engine on the same database, as another process has. */
  openAnother(): Promise<Engine>;
  /** Registers a version of a parser that cannot run. */
  register(name: string, options?: { version?: string; topics?: readonly string[] }): Promise<void>;
  /** Writes down files as a scan does: their contents by their paths. */
  scanned(contents: Readonly<Record<string, string>>, tags?: readonly string[]): Promise<void>;
  jobs(): Promise<JobRecord[]>;
  /** `parser path` of each job, in the order they were made. */
  jobsMade(): Promise<string[]>;
  parses(): Promise<FileParsesTable[]>;
  /** Puts a pending job into another state, as a worker does. */
  become(jobId: string, status: JobStatus): Promise<void>;
}

/** For a job whose file and parser do not matter. */
export const ANY_PARSE: ParsePayload = {
  ...{ parser: 'any', version: '1', source_hash: 's', file_id: 'f', path: '/in/any', content_hash: 'h' },
};

const TABLES = [
  ...['cf_parsers', 'cf_parser_topics', 'cf_rules', 'cf_files', 'cf_file_parses', 'cf_outputs', 'cf_quarantine'],
  ...['cf_contracts', 'cf_jobs'],
];

export function useRouting(kind: StoreKind): Routing {
  const undo: (() => Promise<void>)[] = [];
  let engine: Engine;
  let url: string;
  let registrations = 0;
  const builder = () => queryBuilder<PipelineSchema>(engine.database);

  beforeAll(async () => {
    const store = await freshStore(kind, (step) => undo.unshift(step));
    engine = store.engine;
    url = store.flags[3] ?? `sqlite:${store.flags[1]}/casparian.db`;
  });
  beforeEach(async () => {
    for (const table of TABLES) await engine.database.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    for (const step of undo) await step();
  });

  const routing: Routing = {
    get engine() {
      return engine;
    },
    async openAnother() {
      const another = await openEngine({ database: url, schemaLines: [PIPELINE_MIGRATIONS] });
      undo.unshift(() => another.close());
      return another;
    },
    async register(name, { version = '1.0.0', topics = [] } = {}) {
      const registered_at = ++registrations;
      const bundle = { source_archive: Buffer.from('zip'), source_hash: `${name} ${version}`, lockfile_hash: null };
      const declared = {
        language: 'python' as const,
        entrypoint: 'parser.py',
        outputs: 'null',
        imports: '[]',
        files: 1,
      };
      const times = { created_at: 1, registered_at, retired_at: null };
      const row = { id: `parser-${registrations}`, tenant: TENANT, name, version, ...bundle, ...declared, ...times };
      await builder().insertInto('cf_parsers').values(row).execute();
      for (const topic of topics)
        await builder().insertInto('cf_parser_topics').values({ tenant: TENANT, parser: name, topic }).execute();
      await rowsOfTenant(engine).transaction(bumpRevision);
    },
    async scanned(contents, tags = []) {
      const signature = { sizeBytes: 10, modifiedUs: 1, changedUs: 1 };
      const records = Object.entries(contents).map(([path, hash]) => ({ path, hash, signature }));
      await recordFiles(rowsOfTenant(engine), records, tags);
    },
    jobs: async () => (await engine.jobs({ limit: 100_000 })).reverse(),
    async jobsMade() {
      const payloads = (await routing.jobs()).map(({ payload }) => payload as ParsePayload);
      return payloads.map(({ parser, path }) => `${parser} ${path}`);
    },
    parses: () => builder().selectFrom('cf_file_parses').selectAll().orderBy('parser').execute(),
    async become(jobId, status) {
      if (status === 'pending') return;
      const state = status === 'running' ? "lease_owner = 'w', lease_expires_at = 1, fence = 1" : 'finished_at = 1';
      await engine.database.query(
        `UPDATE cf_jobs SET status = '${status}', started_at = 1, ${state} WHERE id = '${jobId}'`,
      );
    },
  };
  return routing;
}
