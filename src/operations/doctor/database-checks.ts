import { stat } from 'node:fs/promises';
import {
  type Database,
  openDatabase,
  parseDatabaseUrl,
  schemaState,
  type SqliteDatabase,
} from '../../database/index.js';
import { countByStatus, listWorkers } from '../../engine/index.js';
import { foreignDatabase, pipelineHome } from '../../pipeline/index.js';
import { hint } from '../../platform/index.js';
import { SCHEMA_LINES } from '../database/open-database.js';
import { type Check, type CheckResult, failed, failureOf, ok, perform, type Verdict, warning } from './check.js';
import { postgresChecks } from './postgres-checks.js';

export interface CheckedDatabase {
  readonly url: string;
  /** False: workers poll. */
  readonly listenUrl?: string | false | undefined;
  readonly home?: string | undefined;
}

const RESTORE = ['Restore the database from a backup.', 'To start anew, use another home, or move its folder away.'];
const CONNECT_WITHIN_MS = 4_000;
/** SQLite blocks this process while it checks, so a large file is left to the full check of the database. */
const QUICK_BYTES = 200 * 2 ** 20;

/** Connects first: without a connection, nothing else can be checked. */
export async function databaseChecks(checked: CheckedDatabase): Promise<CheckResult[]> {
  const address = parseDatabaseUrl(checked.url);
  if (address.dialect === 'sqlite' && !(await exists(address.path))) {
    return [{ check: 'database', ...(await missingVerdict(address.path, checked.home)) }];
  }
  let database: Database | undefined;
  try {
    database = await openDatabase(checked.url, {
      connectTimeoutMs: CONNECT_WITHIN_MS,
      queryTimeoutMs: CONNECT_WITHIN_MS,
    });
    return await checksOf(database, checked);
  } catch (error) {
    return [{ check: 'database', ...failureOf(error) }];
  } finally {
    await database?.close();
  }
}

async function checksOf(database: Database, checked: CheckedDatabase): Promise<CheckResult[]> {
  const { state } = await schemaState(database, SCHEMA_LINES);
  const checks: Check[] = [
    { name: 'schema', run: async () => schemaVerdict(state, database) },
    ...(database.dialect === 'sqlite'
      ? [{ name: 'integrity', run: () => integrityVerdict(database) }]
      : postgresChecks(database, checked.listenUrl)),
    ...(state === 'current' ? [...contentChecks(database), ...identityChecks(database, checked.home)] : []),
  ];
  return [
    { check: 'database', ...ok(`${database.label} answers`) },
    ...(await Promise.all(checks.map((check) => perform(check)))),
  ];
}

/** A home with a past must have a database. */
async function missingVerdict(path: string, home: string | undefined): Promise<Verdict> {
  const isUsed = home !== undefined && (await exists(pipelineHome(home).identity));
  if (!isUsed) return ok(`SQLite at ${path}, created when it is first needed`);
  return failed(`${path} is missing, but ${home} has files of an earlier database`, ...RESTORE);
}

function identityChecks(database: Database, home: string | undefined): Check[] {
  if (home === undefined) return [];
  const run = async (): Promise<Verdict> => {
    const message = await foreignDatabase(database, pipelineHome(home));
    return message === undefined ? ok('The files of the home belong to this database') : failed(message, ...RESTORE);
  };
  return [{ name: 'identity', run }];
}

function schemaVerdict(state: 'current' | 'outdated' | 'newer', { dialect }: Database): Verdict {
  if (state === 'current') return ok('Current');
  if (state === 'newer') {
    return failed('A newer version migrated this database; this one must not use it', 'Upgrade this installation.');
  }
  if (dialect === 'sqlite') return ok('Older than this program; the next command migrates it');
  return failed('Older than this program, or missing', hint('Run', { action: 'db.migrate' }));
}

async function integrityVerdict(database: SqliteDatabase): Promise<Verdict> {
  const [mode] = await database.query<{ journal_mode: string }>('PRAGMA journal_mode');
  if (mode?.journal_mode !== 'wal') {
    return warning(
      `The journal is '${mode?.journal_mode}', not a write-ahead log: readers and writers wait for each other`,
      'Keep the database on a local disk: network file systems do not support a write-ahead log.',
    );
  }
  const { size } = await stat(database.path);
  if (size > QUICK_BYTES) return ok('Too large for a quick check');
  const [first] = await database.query<{ quick_check: string }>('PRAGMA quick_check(1)');
  if (first?.quick_check === 'ok') return ok('No damage');
  return failed(
    `The file is damaged: ${first?.quick_check}`,
    hint('Look closer', { action: 'db.check' }),
    'Restore a backup.',
  );
}

function contentChecks(database: Database): Check[] {
  return [
    { name: 'workers', run: () => workersVerdict(database) },
    { name: 'jobs', run: () => jobsVerdict(database) },
  ];
}

async function workersVerdict(database: Database): Promise<Verdict> {
  const alive = (await listWorkers(database)).filter((worker) => worker.alive).length;
  const { pending = 0 } = await countByStatus(database);
  if (alive > 0) return ok(`${alive} alive`);
  if (pending === 0) return ok('None is running, and no job waits');
  return warning(
    `${counted(pending)} waiting, and no worker is alive`,
    hint('Start one', { action: 'worker' }),
    hint('Or run what is due', { action: 'worker', options: { drain: true } }),
  );
}

async function jobsVerdict(database: Database): Promise<Verdict> {
  const { dead_letter: dead = 0 } = await countByStatus(database);
  if (dead === 0) return ok('None in dead letter');
  return warning(
    `${counted(dead)} in dead letter: all attempts failed`,
    hint('See why', { action: 'triage.list' }),
    hint('Then', { action: 'triage.retry' }),
  );
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'job is' : 'jobs are'}`;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
