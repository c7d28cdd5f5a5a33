import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { makeFolder } from '../../../platform/index.js';
import { translateErrors } from './errors.js';

export type SqliteConnection = BetterSqlite3.Database;
export type SqliteStatement = BetterSqlite3.Statement<unknown[]>;

/** One lock wait inside SQLite blocks this process's event loop, so it is kept short and repeated from outside. */
const BLOCKING_WAIT_MS = 50;

export function openConnection(path: string, synchronous: 'FULL' | 'NORMAL'): SqliteConnection {
  const connection = translateErrors(() => {
    makeFolder(dirname(path));
    return new BetterSqlite3(path, { timeout: BLOCKING_WAIT_MS });
  });
  try {
    // For a new file only. Twice the default saves a tenth of a transition, since a batch of jobs fills fewer pages.
    connection.pragma('page_size = 8192');
    // Switching the mode needs the file for itself, so it is done only when it is not done already.
    if (connection.pragma('journal_mode', { simple: true }) !== 'wal') connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${synchronous}`);
    connection.pragma('foreign_keys = ON');
    // Up to 32 MB of pages: with the default 2 MB a claim read most of its pages again.
    connection.pragma('cache_size = -32000');
    // The database's clock. The same name is a SQL function in PostgreSQL, so shared statements can call it.
    connection.function('cf_now', { deterministic: false }, () => Date.now());
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
