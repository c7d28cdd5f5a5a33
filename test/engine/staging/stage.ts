import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type EngineOptions, openEngine } from '../../../src/engine/index.js';
import type { JobStore, Engine } from '../../../src/engine/index.js';
import { migratedDatabase } from '../../services/migrated-database.js';

export const STORES = ['SQLite', 'PostgreSQL'] as const;
export type StoreName = (typeof STORES)[number];

/** One database for a block of tests, empty at the starting of each. */
export interface Stage {
  readonly storeName: StoreName;
  readonly url: string;
  readonly engine: Engine;
  readonly store: JobStore;
  /** Another door to the same database, as another process would have it. Closed at the end of the test. */
  openAnother(options?: Partial<EngineOptions>): Promise<Engine>;
  /** Runs after the test, before the database is emptied. */
  onCleanup(work: () => Promise<unknown>): void;
}

/** To be called inside a `describe`: it makes the database before the tests and removes it after them. */
export function useStage(storeName: StoreName, options: Partial<EngineOptions> = {}): Stage {
  let url: string;
  let engine: Engine;
  let directory: string | undefined;
  let cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    if (storeName === 'SQLite') {
      directory = await mkdtemp(join(tmpdir(), 'casparian-test-'));
      url = `sqlite:${join(directory, 'jobs.db')}`;
    } else {
      url = await migratedDatabase();
    }
    engine = await openEngine({ database: url, migrate: true, ...options });
  });
  beforeEach(() => emptyTables(engine));
  afterEach(async () => {
    const last = cleanups.reverse();
    cleanups = [];
    for (const cleanup of last) await cleanup();
  });
  afterAll(async () => {
    await engine.close();
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });

  return {
    storeName,
    get url() {
      return url;
    },
    get engine() {
      return engine;
    },
    get store() {
      return engine.store;
    },
    async openAnother(more = {}) {
      const another = await openEngine({ database: url, ...options, ...more });
      cleanups.push(() => another.close());
      return another;
    },
    onCleanup(work) {
      cleanups.push(work);
    },
  };
}

async function emptyTables(engine: Engine): Promise<void> {
  const tables = ['cf_jobs', 'cf_queues', 'cf_workers', 'cf_schedules', 'cf_job_logs'];
  tables.push('cf_limits', 'cf_limit_slots', 'cf_limit_waits', 'cf_job_stats');
  await engine.database.script(tables.map((table) => `DELETE FROM ${table}`).join(';'));
}
