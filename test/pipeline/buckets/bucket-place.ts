import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { DUCKDB_VERSION, duckDbPlatform } from '../../../src/datasets/index.js';
import { textOfRows, withQuery } from '../../../src/datasets/sql.js';
import { processFiles, type ProcessReport, scanFiles, type ScanFilesReport } from '../../../src/operations/index.js';
import { openPipelineRuntime, openSpool, pipelineHome, type PipelineHome } from '../../../src/pipeline/index.js';
import type { Storage } from '../../../src/storage/index.js';
import { freshStore, type StoreKind } from '../../cli/store.js';
import { silentLogger } from '../../../src/platform/index.js';
import type { Engine } from '../../../src/engine/index.js';
import { type FaultyServer, startFaultyServer } from '../../services/faulty-server.js';
import { newBucket, S3_KEYS, s3Url } from '../../services/shared-s3.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

export const HTTPFS = fileURLToPath(
  new URL(
    `../../../.cache/tools/httpfs/v${DUCKDB_VERSION}/duckdb_extension_httpfs/extensions/v${DUCKDB_VERSION}/httpfs.duckdb_extension`,
    import.meta.url,
  ),
);

/** Says so if it is not installed. */
export function httpfsInstalled(): boolean {
  if (existsSync(HTTPFS)) return true;
  console.warn(
    '\n!!! httpfs is not installed: queries of buckets are NOT TESTED (npm run setup -- --services installs it)\n',
  );
  return false;
}

/** A store, a home and a bucket behind a server that fails on request. Inputs are at `in/`, outputs at `out/`. */
export interface BucketPlace {
  readonly engine: Engine;
  readonly home: PipelineHome;
  readonly server: FaultyServer;
  readonly inputs: Storage;
  readonly outputs: Storage;
  put(name: string, text: string): Promise<void>;
  scan(options?: { rehash?: boolean; patterns?: string[] }): Promise<ScanFilesReport>;
  process(): Promise<ProcessReport>;
  /** Does not wait for the pauses before retries. */
  processAll(): Promise<void>;
  query(sql: string): Promise<Record<string, unknown>[]>;
  keys(storage: Storage): Promise<string[]>;
}

export function useBucketPlace(
  kind: StoreKind,
  { serverUrl = s3Url }: { serverUrl?: () => Promise<string> } = {},
): BucketPlace {
  const undo: (() => Promise<unknown>)[] = [];
  let store: Awaited<ReturnType<typeof freshStore>>;
  let server: FaultyServer;
  let bucket: string;
  let home: PipelineHome;
  beforeAll(async () => {
    const url = await serverUrl();
    store = await freshStore(kind, (one) => undo.unshift(one));
    server = await startFaultyServer(url);
    undo.unshift(() => server.close());
    bucket = await newBucket(url);
    home = pipelineHome(store.flags[1]!, { output: `s3://${bucket}/out`, s3: { endpoint: server.url } });
    if (existsSync(HTTPFS)) {
      const place = join(home.extensions, `v${DUCKDB_VERSION}`, duckDbPlatform(), 'httpfs.duckdb_extension');
      await cp(HTTPFS, place);
    }
  });
  beforeEach(() => {
    for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
    server.decide = () => undefined;
    server.requests = [];
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });
  const place: BucketPlace = {
    get engine() {
      return store.engine;
    },
    get home() {
      return home;
    },
    get server() {
      return server;
    },
    get inputs() {
      return home.storages.at(`s3://${bucket}/in`);
    },
    get outputs() {
      return home.storages.at(home.target);
    },
    put: (name, text) => place.inputs.write(name, Buffer.from(text)),
    scan: ({ rehash = false, patterns = [] } = {}) =>
      scanFiles(
        { engine: store.engine, tenant: TENANT, database: rowsOfTenant(store.engine) },
        {
          ...{ roots: [place.inputs.root], tags: [], patterns, ignore: [], rehash, home: store.flags[1]! },
          ...{ auto: { dataset: undefined }, spool: openSpool(home) },
        },
      ),
    process: () =>
      processFiles(store.engine, {
        ...{ tenant: TENANT, stopGraceMs: 0, parallel: 2, parser: undefined, limit: undefined, logger: silentLogger },
        worker: { id: 'w', concurrency: 2, leaseMs: 30_000, renewEveryMs: 10_000, pollEveryMs: 50 },
        openRuntime: () => openRuntime(store.engine, home),
        signal: new AbortController().signal,
        onBegin: () => undefined,
        onProgress: () => undefined,
      }),
    async processAll() {
      for (let round = 0; round < 10; round += 1) {
        await place.process();
        const waiting = await store.engine.database.query<{ id: string }>(
          `UPDATE cf_jobs SET run_at = 0 WHERE status = 'pending' RETURNING id`,
        );
        if (waiting.length === 0) return;
      }
      throw new Error('jobs are left after ten rounds');
    },
    query: (sql) =>
      withQuery({ database: rowsOfTenant(store.engine), folder: home, sql }, async (query) => {
        let text = '';
        for await (const part of textOfRows(await query.rows(), 'json')) text += part;
        return JSON.parse(text) as Record<string, unknown>[];
      }),
    async keys(storage) {
      const keys: string[] = [];
      for await (const page of storage.list('')) keys.push(...page.map(({ key }) => key));
      return keys;
    },
  };
  return place;
}

function openRuntime(engine: Engine, home: PipelineHome) {
  return openPipelineRuntime({
    ...{ engine, home, python: undefined, offline: true, vendor: undefined, env: process.env },
    limits: () => ({
      quarantine: { share: 0.5, rows: 10_000 },
      ...{ timeoutMs: 60_000, cpuSeconds: undefined, memoryLimitBytes: undefined },
    }),
    ...{ format: 'parquet' as const, warm: false, logBytes: 65_536, environmentNames: () => [] },
    sandbox: () => ({ mode: 'auto', read: [], allowsNetwork: false }),
  });
}
