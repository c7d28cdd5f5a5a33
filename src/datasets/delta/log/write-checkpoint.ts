import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stagedName } from '../../../contract/index.js';
import { fileList, text } from '../../duckdb/sql-text.js';
import type { Action } from './actions.js';
import { checkpointKey, LAST_CHECKPOINT, LOG_FOLDER } from './log-names.js';
import type { DeltaLog } from './read-log.js';
import { retentionMs, type TableState } from './table-state.js';
import { syncFile } from '../../duckdb/sync-file.js';

/** Readers start at the newest checkpoint. The protocol suggests one for every ten commits. */
const EVERY = 10;
/** How long earlier versions can be read, as in Delta's own defaults. */
const LOG_RETENTION_MS = 30 * 86_400_000;

const MAP = 'MAP(VARCHAR, VARCHAR)';
/** The columns of a checkpoint, with their types. */
const COLUMNS = {
  txn: 'STRUCT("appId" VARCHAR, "version" BIGINT, "lastUpdated" BIGINT)',
  add: `STRUCT("path" VARCHAR, "partitionValues" ${MAP}, "size" BIGINT, "modificationTime" BIGINT, "dataChange" BOOLEAN, "stats" VARCHAR)`,
  remove: `STRUCT("path" VARCHAR, "deletionTimestamp" BIGINT, "dataChange" BOOLEAN, "extendedFileMetadata" BOOLEAN, "partitionValues" ${MAP}, "size" BIGINT)`,
  metaData: `STRUCT("id" VARCHAR, "name" VARCHAR, "description" VARCHAR, "format" STRUCT("provider" VARCHAR, "options" ${MAP}), "schemaString" VARCHAR, "partitionColumns" VARCHAR[], "configuration" ${MAP}, "createdTime" BIGINT)`,
  protocol:
    'STRUCT("minReaderVersion" INTEGER, "minWriterVersion" INTEGER, "readerFeatures" VARCHAR[], "writerFeatures" VARCHAR[])',
};

export function needsCheckpoint({ version, checkpoint }: TableState): boolean {
  return version - checkpoint >= EVERY;
}

/** Writes the state as a checkpoint. DuckDB makes the Parquet file. Then removes the part of the log that is too old to be read. */
export async function writeCheckpoint(log: DeltaLog, state: TableState, now: number): Promise<void> {
  const { connection, storage, staging } = log;
  const [lines, target] = ['jsonl', 'parquet'].map((ending) => join(staging, stagedName(`checkpoint.${ending}`))) as [
    string,
    string,
  ];
  await mkdir(staging, { recursive: true });
  try {
    const actions = [...actionsOf(state, now)];
    await pipeline(
      Readable.from(actions).map((action: Action) => `${JSON.stringify(action)}\n`),
      createWriteStream(lines),
    );
    const columns = Object.entries(COLUMNS).map(([name, type]) => `"${name}": ${text(type)}`);
    const source = `read_json(${fileList([lines])}, format = 'newline_delimited', maximum_object_size = 268435456, columns = {${columns.join(', ')}})`;
    await connection.run(`COPY (SELECT * FROM ${source}) TO ${text(target)} (FORMAT parquet, USE_TMP_FILE false)`);
    const { version } = state;
    await syncFile(target);
    await storage.adopt(target, checkpointKey(version));
    await storage.write(LAST_CHECKPOINT, Buffer.from(JSON.stringify({ version, size: actions.length })));
    state.checkpoint = version;
    await removeOldLog(log, version, now);
  } finally {
    await Promise.all([lines, target].map((path) => rm(path, { force: true })));
  }
}

/** Removed files that no reader of an earlier version can want any more are forgotten. */
function* actionsOf(state: TableState, now: number): Generator<Action> {
  const since = now - retentionMs(state);
  yield { protocol: state.protocol ?? null };
  yield { metaData: state.metadata ?? null };
  for (const [appId, version] of state.transactions) yield { txn: { appId, version } };
  for (const add of state.adds.values()) yield { add: { ...add, dataChange: false } };
  for (const remove of state.removes.values()) {
    if (remove.deletionTimestamp > since) yield { remove: { ...remove, dataChange: false } };
  }
}

async function removeOldLog({ storage }: DeltaLog, version: number, now: number): Promise<void> {
  const old: string[] = [];
  for await (const page of storage.list(LOG_FOLDER)) {
    for (const { key, modifiedMs } of page) {
      if (key >= checkpointKey(version)) break;
      if (/\/\d{20}\./.test(key) && now - modifiedMs > LOG_RETENTION_MS) old.push(key);
    }
  }
  if (old.length > 0) await storage.remove(old);
}
