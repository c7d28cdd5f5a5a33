import { dirname } from 'node:path';
import { makeFolder } from '../../../platform/index.js';
import { connect, type SqliteConnection } from './driver.js';
import { translateErrors } from './errors.js';
import type { Synchronous } from './writer.js';

/** A lock wait inside SQLite blocks the event loop of this process, so it is short and repeated from outside. */
const BLOCKING_WAIT_MS = 50;
const CALLERS_WAIT_MS = 5_000;

export function openConnection(path: string, synchronous: Synchronous): SqliteConnection {
  const connection = translateErrors(() => {
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
    // The database's clock. PostgreSQL has a SQL function of the same name, so shared statements can call it.
    connection.function('cf_now', () => Date.now());
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection for the caller's own statements and transactions, through the library that the engine uses. */
export function connectSqlite(path: string): SqliteConnection {
  return translateErrors(() => connect(path, CALLERS_WAIT_MS));
}

function journalMode(connection: SqliteConnection): string {
  return (connection.prepare('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode;
}
