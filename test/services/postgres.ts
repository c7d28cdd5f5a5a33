import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.js';
import { postgresBinaries } from './postgres-binaries.js';
import { createServiceDirectory } from './service-directory.js';
import { startServerProcess } from './server-process.js';
import { unprivilegedUser } from './unprivileged-user.js';
import type { UserIds } from './unprivileged-user.js';
import { waitUntil } from './wait-until.js';

export interface PostgresServer {
  /** The URL of the database `postgres`. Tests that write create their own with createDatabase. */
  url: string;
  port: number;
  /** Uses the same port and data as before. */
  start(): Promise<void>;
  /** A "fast" shutdown; the data is kept for the next start. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Sends SIGKILL to the postmaster, like a power cut; the next start recovers from the log. */
  kill(): Promise<void>;
  /** Stops the server and deletes its data. Also happens when the process ends. */
  remove(): Promise<void>;
  createDatabase(name?: string): Promise<string>;
}

export interface PostgresOptions {
  /** Beyond PostgreSQL's defaults, which benchmarks rely on (fsync stays on). */
  settings?: Record<string, string>;
}

/** Starts a PostgreSQL for a test or a benchmark, on a free port and an empty data directory. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const user = unprivilegedUser('postgres');
  const directory = await createServiceDirectory('postgres', { owner: user, lastSignal: 'QUIT' });
  const binaries = await postgresBinaries(user, join(directory.path, 'binaries'));
  const data = join(directory.path, 'data');
  await initialize(binaries, data, user);

  const port = await freePort();
  const url = `postgresql://casparian@127.0.0.1:${port}/postgres`;
  const settings = { max_connections: '200', ...options.settings };
  const launch = () =>
    startServerProcess({
      command: join(binaries, 'postgres'),
      args: [
        ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', directory.path],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      env: cleanEnvironment(),
      user,
      directory: directory.path,
    });

  let server = launch();
  const becomeReady = () =>
    waitUntil(() => (server.assertRunning(), answers(url)), {
      for: 'PostgreSQL to accept connections',
      timeoutMs: 60_000,
      evidence: () => server.logTail(),
    });
  const start = async () => {
    server = launch();
    await becomeReady();
  };
  const stop = () => server.end('SIGINT', 15_000);
  await becomeReady();

  return {
    url,
    port,
    start,
    stop,
    async restart() {
      await stop();
      await start();
    },
    kill: () => server.end('SIGKILL', 0),
    async remove() {
      await stop();
      await directory.remove();
    },
    createDatabase: (name) => createDatabase(url, { name }),
  };
}

/** Creates a database on the server at `serverUrl`, empty or as a copy of the template, and returns its URL. */
export async function createDatabase(
  serverUrl: string,
  { name = `test_${crypto.randomUUID().slice(0, 8)}`, template = 'template1' } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', reportedElsewhere);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

async function initialize(binaries: string, data: string, user: UserIds | undefined): Promise<void> {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  await promisify(execFile)(
    join(binaries, 'initdb'),
    // Only the creation of the empty cluster is not synced, because it is deleted after the tests. The server syncs.
    ['-D', data, '-U', 'casparian', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`, '--no-sync'],
    { cwd: join(data, '..'), env: cleanEnvironment(), timeout: 120_000, ...user },
  );
}

/** Without PGPORT, PGDATA and similar variables, which would point to another server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', reportedElsewhere);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A lost connection rejects the current call and also emits an event, which would end the process. */
function reportedElsewhere(): void {}
