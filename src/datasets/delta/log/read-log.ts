import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { stagedName } from '../../../contract/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Storage } from '../../../storage/index.js';
import { fileList } from '../../duckdb/sql-text.js';
import type { Action } from './actions.js';
import { commitKey, LAST_CHECKPOINT, LOG_FOLDER, numbered } from './log-names.js';
import { apply, emptyTable, type TableState } from './table-state.js';

/** A log, and what is needed to read its checkpoints. */
export interface DeltaLog {
  readonly storage: Storage;
  readonly connection: DuckDBConnection;
  /** A local folder for copies of checkpoints. */
  readonly staging: string;
}

const LOG_FILE = /^_delta_log\/(\d{20})\.(json|checkpoint(?:\.\d{10}\.\d{10})?\.parquet)$/;

/** Reads the newest version of a table: the last checkpoint and the commits after it. */
export async function readTable(log: DeltaLog): Promise<TableState> {
  const start = await lastCheckpoint(log.storage);
  const after = start === undefined ? undefined : `${LOG_FOLDER}${numbered(start)}`;
  const [commits, checkpoints] = [new Set<number>(), new Map<number, string[]>()];
  for await (const page of log.storage.list(LOG_FOLDER, after === undefined ? {} : { after })) {
    for (const { key } of page) {
      const [, number, kind] = LOG_FILE.exec(key) ?? [];
      const version = Number(number);
      if (kind === 'json') commits.add(version);
      else if (kind !== undefined) checkpoints.set(version, [...(checkpoints.get(version) ?? []), key]);
    }
  }
  const state = emptyTable();
  const newest = Math.max(-1, ...[...checkpoints.keys()].filter((version) => version <= (start ?? -1)));
  if (newest >= 0) {
    for await (const action of checkpointActions(log, checkpoints.get(newest) ?? [])) apply(state, action);
    state.checkpoint = state.version = newest;
  }
  while (commits.has(state.version + 1)) {
    for (const action of await readCommit(log.storage, state.version + 1)) apply(state, action);
    state.version += 1;
  }
  if (state.version < Math.max(-1, ...commits)) throw incomplete(log.storage, state.version + 1);
  return state;
}

/** The actions of one commit. */
export async function readCommit(storage: Storage, version: number): Promise<Action[]> {
  const text = (await buffer(await storage.read(commitKey(version)))).toString();
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Action);
}

/** The file is only a hint. Without it, or if it cannot be read, the whole log is read. */
async function lastCheckpoint(storage: Storage): Promise<number | undefined> {
  if ((await storage.find(LAST_CHECKPOINT)) === undefined) return undefined;
  const text = (await buffer(await storage.read(LAST_CHECKPOINT))).toString();
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
}

async function* checkpointActions(log: DeltaLog, keys: readonly string[]): AsyncGenerator<Action> {
  const { connection, storage, staging } = log;
  await mkdir(staging, { recursive: true });
  // DuckDB reads a local copy: the bucket may need credentials that this session does not have.
  const copies = keys.map(() => join(staging, stagedName('checkpoint.parquet')));
  try {
    for (const [index, key] of keys.entries()) {
      await pipeline(await storage.read(key), createWriteStream(copies[index] ?? ''));
    }
    const source = `read_parquet(${fileList(copies)})`;
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
    const known = new Set(described.getRows().map(([name]) => String(name)));
    const names = ['add', 'remove', 'metaData', 'protocol', 'txn'].filter((name) => known.has(name));
    const result = await connection.stream(
      `SELECT ${names.map((name) => `CAST(to_json("${name}") AS VARCHAR)`).join(', ')} FROM ${source}`,
    );
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      for (const row of chunk.getRows()) {
        const members = names.map((name, at) => [name, parsed(row[at])] as const);
        yield Object.fromEntries(members.filter(([, value]) => value !== null));
      }
    }
  } finally {
    await Promise.all(copies.map((copy) => rm(copy, { force: true })));
  }
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : null;
}

function incomplete(storage: Storage, version: number): CasparianError {
  return new CasparianError('DELTA_CONFLICT', `Version ${version} of the table in ${storage.root} is missing`, {
    why: 'Its log has later versions, so a file of the log was deleted.',
    next: ['Restore it, or delete the folder _delta_log and publish again.'],
  });
}
