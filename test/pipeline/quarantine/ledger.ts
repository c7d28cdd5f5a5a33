import { afterAll, beforeAll } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { newId } from '../../../src/platform/index.js';
import { recordQuarantine } from '../../../src/pipeline/quarantine/record.js';
import { rowsOfTenant } from '../staging/tenant.js';
import { freshStore, type StoreKind } from '../../cli/store.js';
import { type BadRowGiven, quarantineFile } from './quarantine-file.js';

/** One store for the tests of a file, with the jobs it is given, oldest first. Each job has a file of its own. */
export interface Ledger {
  database(): TenantDatabase;
  /** Records rows under a new job, and answers its id. */
  add(rows: readonly BadRowGiven[], owner?: { parser?: string; output?: string; evidence?: boolean }): Promise<string>;
}

export function useLedger(kind: StoreKind): Ledger {
  let database: TenantDatabase;
  const undo: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    database = rowsOfTenant((await freshStore(kind, (one) => undo.unshift(one))).engine);
  });
  afterAll(async () => {
    for (const one of undo) await one();
  });
  return {
    database: () => database,
    async add(rows, { parser = newId(), output = parser, evidence = false } = {}) {
      const jobId = newId();
      const owner = { jobId, fileId: newId(), parser, output, source: `/data/${jobId}.csv` };
      const file = await quarantineFile(rows);
      await database.transaction((tx) => recordQuarantine(tx, owner, file, evidence ? 'evidence' : 'quarantined'));
      return jobId;
    },
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
