import { createRequire } from 'node:module';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import { sqliteResult } from './errors.js';

/** A connection of the SQLite library that this process uses: a `DatabaseSync` of `node:sqlite`. */
export interface SqliteConnection {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint };
  /** Rows as arrays instead of objects. */
  setReturnArrays(enabled: boolean): void;
}

interface ExtensibleConnection extends SqliteConnection {
  function(name: string, implementation: () => unknown): void;
}

interface SqliteDriver {
  /** Whether closing a connection also ends its statements. */
  readonly closesStatements: boolean;
  readonly DatabaseSync: new (path: string) => ExtensibleConnection;
}

interface SqliteModule extends Pick<SqliteDriver, 'DatabaseSync'> {
  readonly StatementSync: { readonly prototype: object };
}

let loaded: SqliteDriver | undefined;

/**
 * Opens a file with the one SQLite library of this process. There must be only one: the locks of a file belong to the
 * process, so a second library would not see them, and its commits would overwrite ours.
 */
export function connect(path: string, busyTimeoutMs: number): ExtensibleConnection {
  const connection = new (driver().DatabaseSync)(path);
  connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return connection;
}

/**
 * SQLite writes the log back into the file when its last connection is closed. The package for Node 20 keeps a connection
 * open until the garbage collector has found all statements, so there the log is written back here.
 */
export function disconnectWriter(connection: SqliteConnection): void {
  try {
    if (!driver().closesStatements) connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The log stays beside the file, and loses nothing. A full disk is reported where it matters: at a write.
    if (!['SQLITE_READONLY', 'SQLITE_FULL'].includes(sqliteResult(error) ?? '')) throw error;
  } finally {
    connection.close();
  }
}

export function isConnection(candidate: object): candidate is SqliteConnection {
  return candidate instanceof driver().DatabaseSync;
}

/** `node:sqlite` from Node 22.16 on; before that, a package with the same API and binaries for the usual platforms. */
function driver(): SqliteDriver {
  return (loaded ??= builtInDriver() ?? packagedDriver());
}

function builtInDriver(): SqliteDriver | undefined {
  const emitWarning = process.emitWarning.bind(process);
  // Node 22 prints that the module is experimental, on every command.
  process.emitWarning = () => undefined;
  try {
    const module = process.getBuiltinModule('node:sqlite') as SqliteModule | undefined;
    // Added in 22.16, together with `isTransaction`.
    const isComplete = module !== undefined && 'setReturnArrays' in module.StatementSync.prototype;
    return isComplete ? { DatabaseSync: module.DatabaseSync, closesStatements: true } : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function packagedDriver(): SqliteDriver {
  try {
    const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
    return { DatabaseSync, closesStatements: false };
  } catch (error) {
    throw new CasparianError('DATABASE_UNAVAILABLE', `Node ${process.versions.node} has no SQLite`, {
      why: `It is built into Node 22.16 and newer. The package for older ones cannot be loaded: ${errorMessage(error)}`,
      next: ['Use Node 22.16 or newer, or install this package together with its optional dependencies.'],
      cause: error,
    });
  }
}
