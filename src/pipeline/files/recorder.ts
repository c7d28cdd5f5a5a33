import { type FileRecord, recordFiles, recordMissing } from './record-files.js';
import type { TenantDatabase } from '../../database/index.js';

/** Collects records and writes them in short transactions. */
export interface Recorder {
  readonly add: (record: FileRecord) => void;
  /** Writes all full batches. */
  readonly writeFull: () => Promise<void>;
  readonly writeAll: () => Promise<void>;
  /** Of the files written: those that are new or have other content. */
  readonly changed: () => number;
  readonly unchanged: () => number;
}

const RECORDS_PER_TRANSACTION = 5_000;

export function createRecorder(database: TenantDatabase, tags: readonly string[]): Recorder {
  const records: FileRecord[] = [];
  let changed = 0;
  let written = 0;
  const write = async (atLeast: number): Promise<void> => {
    while (records.length >= atLeast) {
      const batch = records.splice(0, RECORDS_PER_TRANSACTION);
      changed += await recordFiles(database, batch, tags);
      written += batch.length;
    }
  };
  return {
    add: (record) => void records.push(record),
    writeFull: () => write(RECORDS_PER_TRANSACTION),
    writeAll: () => write(1),
    changed: () => changed,
    unchanged: () => written - changed,
  };
}

/** Returns how many of them were present until now. */
export async function writeMissing(database: TenantDatabase, paths: readonly string[]): Promise<number> {
  let missing = 0;
  for (let start = 0; start < paths.length; start += RECORDS_PER_TRANSACTION) {
    missing += await recordMissing(database, paths.slice(start, start + RECORDS_PER_TRANSACTION));
  }
  return missing;
}
