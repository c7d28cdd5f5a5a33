import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connectionConfig, loadPg, type PostgresDatabase } from '../../database/index.js';
import { within } from '../../platform/index.js';
import { type Check, ok, type Verdict, warning } from './check.js';

const OLDEST_POSTGRES = 13;
const NOTIFIED_WITHIN_MS = 3_000;
const CLOCKS_APART_MS = 5_000;

const POLLING = ok('Workers find jobs by polling, because listen_enabled is false');

export function postgresChecks(database: PostgresDatabase, listenUrl: string | false | undefined): Check[] {
  return [
    { name: 'postgresql', run: () => versionVerdict(database) },
    {
      name: 'listen',
      run: async () => (listenUrl === false ? POLLING : listenVerdict(database, listenUrl ?? database.url)),
    },
    { name: 'clock', run: () => clockVerdict(database) },
  ];
}

async function versionVerdict(database: PostgresDatabase): Promise<Verdict> {
  const [row] = await database.query<{ server_version: string }>('SHOW server_version');
  const version = row?.server_version ?? '';
  if (parseInt(version, 10) >= OLDEST_POSTGRES) return ok(`PostgreSQL ${version}`);
  return warning(
    `PostgreSQL ${version} is older than the oldest tested version`,
    `Upgrade it to ${OLDEST_POSTGRES} or newer.`,
  );
}

/** A pooler accepts LISTEN but never delivers, so only a notification that arrives is proof. */
async function listenVerdict(database: PostgresDatabase, url: string): Promise<Verdict> {
  const client = new (loadPg().Client)({ ...connectionConfig(url), connectionTimeoutMillis: NOTIFIED_WITHIN_MS });
  client.on('error', () => undefined);
  const channel = `casparian_doctor_${randomUUID().replaceAll('-', '')}`;
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    const notified = within(NOTIFIED_WITHIN_MS, once(client, 'notification'));
    await Promise.all([notified, database.query('SELECT pg_notify($1, $2)', [channel, 'here'])]);
    return ok('Workers are notified of jobs at once');
  } catch (error) {
    return warning(
      `Notifications do not arrive (${String(error)}): workers find jobs by polling`,
      'Behind a pooler, set listen_url (CASPARIAN_LISTEN_URL) to the address of the server itself.',
    );
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** All times come from the database, so a wrong clock here affects only logs. */
async function clockVerdict(database: PostgresDatabase): Promise<Verdict> {
  const askedAt = Date.now();
  const [row] = await database.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  );
  const here = (askedAt + Date.now()) / 2;
  const apart = Math.round((row?.now ?? here) - here);
  if (Math.abs(apart) < CLOCKS_APART_MS) return ok('This machine and the database agree');
  return warning(
    `The database's clock is ${Math.abs(apart) / 1_000} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Synchronise both with a time server (systemd-timesyncd, chrony).',
  );
}
