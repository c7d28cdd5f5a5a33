import { stat } from 'node:fs/promises';
import { type Database, openDatabase, parseDatabaseUrl, schemaState } from '../../database/index.js';
import { type Check, type CheckResult, failed, failureOf, ok, perform, type Verdict } from './check.js';
import { contentChecks } from './content-checks.js';
import { postgresChecks } from './postgres-checks.js';
import { sqliteCheck } from './sqlite-check.js';
import { SCHEMA_LINES } from '../database/schema-lines.js';

export interface CheckedDatabase {
  readonly url: string;
  readonly listenUrl?: string | undefined;
}

const CONNECT_WITHIN_MS = 4_000;

/** That it answers comes first: without it, nothing else can be asked. */
export async function databaseChecks(checked: CheckedDatabase): Promise<CheckResult[]> {
  const address = parseDatabaseUrl(checked.url);
  if (address.dialect === 'sqlite' && !(await isThere(address.path))) {
    return [{ check: 'database', ...ok(`SQLite at ${address.path}, made when it is first needed`) }];
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
    ...(database.dialect === 'sqlite' ? [sqliteCheck(database)] : postgresChecks(database, checked.listenUrl)),
    ...(state === 'current' ? contentChecks(database) : []),
  ];
  return [
    { check: 'database', ...ok(`${database.label} answers`) },
    ...(await Promise.all(checks.map((check) => perform(check)))),
  ];
}

function schemaVerdict(state: 'current' | 'outdated' | 'newer', { dialect }: Database): Verdict {
  if (state === 'current') return ok('Current');
  if (state === 'newer') {
    return failed(
      'A newer casparian migrated this database, and this one must not use it',
      'Upgrade this installation.',
    );
  }
  if (dialect === 'sqlite') return ok('Older than this program; the next command brings it up to date');
  return failed('Older than this program, or not there yet', 'Run: casparian db migrate');
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
