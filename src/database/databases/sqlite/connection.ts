import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../../platform/index.js';
import { connect, type SqliteConnection } from './driver.js';
import { translateErrors } from './errors.js';
import type { Synchronous } from './writer.js';

/** A lock wait inside SQLite blocks the event loop of this process, so it is short and repeated from outside. */
const BLOCKING_WAIT_MS = 50;
const CALLERS_WAIT_MS = 5_000;

export function openConnection(path: string, synchronous: Synchronous): SqliteConnection {
  const connection = translateErrors(() => {
    if (isFrozen(path)) return connect(`${pathToFileURL(path).href}?immutable=1`, BLOCKING_WAIT_MS);
    makeFolder(dirname(path));
    return connect(path, BLOCKING_WAIT_MS);
  });
  try {
    // For a new file only. Twice the default makes a transition 10 % faster, because a batch of jobs fills fewer pages.
    connection.exec('PRAGMA page_size = 8192');
    // Switching the mode needs exclusive access to the file, so it is only done if needed.
    if (journalMode(connection) !== 'wal') connection.exec('PRAGMA journal_mode = WAL');
    connection.exec(`PRAGMA synchronous = ${synchronous}`);
    connection.exec('PRAGMA foreign_keys = ON');
    // Up to 32 MB of pages: with the default 2 MB a claim read most of its pages again.
    connection.exec('PRAGMA cache_size = -32000');
    // The writer writes the log back when it is idle; see writer.ts. This bounds the log (32 MB) while it never is.
    connection.exec('PRAGMA wal_autocheckpoint = 4000');
    // The database's clock. PostgreSQL has a SQL function of the same name, so shared statements can call it.
    connection.function('cf_now', () => Date.now());
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Whether this user cannot write the file, and it is in no use: then SQLite can only read it if it is told that the file
 * does not change. A file in use has a log and an index beside it, which is enough for reading.
 */
function isFrozen(path: string): boolean {
  if (!existsSync(path) || existsSync(`${path}-shm`)) return false;
  return !isWritable(path) || !isWritable(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A connection for the caller's own statements and transactions, through the library that the engine uses. */
export function connectSqlite(path: string): SqliteConnection {
  return translateErrors(() => connect(path, CALLERS_WAIT_MS));
}

function journalMode(connection: SqliteConnection): string {
  return (connection.prepare('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode;
}
