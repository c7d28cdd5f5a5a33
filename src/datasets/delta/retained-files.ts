import type { Storage } from '../../storage/index.js';
import { openDuckDb } from '../duckdb/open-duckdb.js';
import { readTable } from './log/read-log.js';
import { retentionMs } from './log/table-state.js';
import { COPY_PREFIX } from './table-files.js';

/** A publication that is under way has written copies that no commit names yet. */
const YOUNG_MS = 3_600_000;

export interface Retention {
  /** Names of files that readers of the table may use: those of its newest version, and those removed within its retention. */
  readonly names: ReadonlySet<string>;
  /** Copies that no reader can use any more. */
  readonly removed: { readonly files: number; readonly bytes: number };
}

/** Removes copies that no version within the retention of a table names. Returns which other files have to stay. */
export async function publishedRetention({
  storage,
  staging,
  dryRun,
  now = Date.now(),
}: {
  storage: Storage;
  staging: string;
  dryRun: boolean;
  now?: number;
}): Promise<Retention> {
  const { connection, close } = await openDuckDb();
  try {
    const state = await readTable({ storage, staging, connection });
    const since = now - retentionMs(state);
    const removes = [...state.removes.values()].filter(({ deletionTimestamp }) => deletionTimestamp > since);
    const names = new Set([...state.adds.keys(), ...removes.map(({ path }) => path)]);
    return { names, removed: await removeCopies(storage, names, { dryRun, before: now - YOUNG_MS }) };
  } finally {
    await close();
  }
}

async function removeCopies(
  storage: Storage,
  names: ReadonlySet<string>,
  { dryRun, before }: { dryRun: boolean; before: number },
): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0];
  for await (const page of storage.list(COPY_PREFIX)) {
    const old = page.filter(({ key, modifiedMs }) => !names.has(key) && modifiedMs < before);
    files += old.length;
    bytes += old.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (!dryRun && old.length > 0) await storage.remove(old.map(({ key }) => key));
  }
  return { files, bytes };
}
