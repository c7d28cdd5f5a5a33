import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { CasparianError, errorMessage, makeFolder } from '../platform/index.js';
import { isBusy } from './databases/sqlite/errors.js';

/** Held until it is released, or until its process ends. */
export interface FileLock {
  release(): void;
}

export interface HoldOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once, if the lock is held elsewhere. */
  readonly onWait?: (() => void) | undefined;
}

/** Referenced here, because the garbage collector would close an unreferenced connection and release its lock. */
const held = new Set<BetterSqlite3.Database>();

/** Random pauses, so that processes do not ask at the same time. */
const PAUSE_MS = { least: 50, most: 200 };

/**
 * Runs the work while no other holder, in this process or another, has the lock of this path. Waits until the signal: a
 * living holder is working, and a dead one holds nothing.
 */
export async function holdFileLock<T>(
  path: string,
  work: () => Promise<T>,
  { signal, onWait }: HoldOptions = {},
): Promise<T> {
  let lock = tryFileLock(path);
  if (lock === undefined) {
    onWait?.();
    lock = await repeatUntil(() => tryFileLock(path), path, signal);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * The lock of this path, or undefined if it is held. It is an exclusive transaction on an empty SQLite file: the
 * operating system releases it however the holder dies, and SQLite can lock on every system. The file must not be
 * deleted: two processes could then lock two files of one name. Nor may this process open it otherwise, because closing
 * a file drops every lock that the process has on it.
 */
export function tryFileLock(path: string): FileLock | undefined {
  return tryLock(path, (connection) => connection.exec('BEGIN EXCLUSIVE'));
}

/** A shared lock of this path. It excludes exclusive locks. */
export async function shareFileLock(path: string, { signal }: Pick<HoldOptions, 'signal'> = {}): Promise<FileLock> {
  // A transaction takes its shared lock with the first read.
  const share = (): FileLock | undefined =>
    tryLock(path, (connection) => connection.exec('BEGIN').prepare('SELECT count(*) FROM sqlite_schema').get());
  return share() ?? (await repeatUntil(share, path, signal));
}

function tryLock(path: string, lock: (connection: BetterSqlite3.Database) => unknown): FileLock | undefined {
  let connection: BetterSqlite3.Database | undefined;
  try {
    makeFolder(dirname(path));
    connection = new BetterSqlite3(path, { timeout: 0 });
    lock(connection);
  } catch (error) {
    connection?.close();
    if (isBusy(error)) return undefined;
    throw unusable(path, error);
  }
  return hold(connection);
}

function hold(connection: BetterSqlite3.Database): FileLock {
  held.add(connection);
  return {
    release: () => {
      held.delete(connection);
      connection.close();
    },
  };
}

async function repeatUntil(
  attempt: () => FileLock | undefined,
  path: string,
  signal: AbortSignal | undefined,
): Promise<FileLock> {
  for (;;) {
    await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least), undefined, { signal }).catch(() => {
      throw new CasparianError('INTERRUPTED', 'The wait for a lock was interrupted', { why: `It is held: ${path}` });
    });
    const lock = attempt();
    if (lock !== undefined) return lock;
  }
}

function unusable(path: string, error: unknown): CasparianError {
  return new CasparianError('DATABASE_UNAVAILABLE', `The lock file ${path} cannot be used`, {
    why: errorMessage(error),
    next: ['Check that its folder is writable, that the disk is not full, and that nothing else wrote into the file.'],
    cause: error,
  });
}
