import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const BENCH_PACKAGE = new URL('../../package.json', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);

/** The versions of everything that took part. */
export async function describeVersions({ runtimes, postgresSettings, redis }) {
  const { dependencies } = readJson(BENCH_PACKAGE);
  return {
    casparian: casparianVersion(),
    node: runtimes.current.version,
    'node for pg-boss and graphile-worker': runtimes.newer?.version ?? 'none',
    ...(postgresSettings && { PostgreSQL: postgresSettings.server_version }),
    ...(redis && { Redis: redis.version }),
    SQLite: await sqliteVersion(),
    ...dependencies,
  };
}

function casparianVersion() {
  const url = new URL('package.json', ROOT);
  const version = existsSync(url) ? readJson(url).version : 'unknown';
  return `${version}${commit()}`;
}

function commit() {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const changed = git('status', '--porcelain', '--', 'src') === '' ? '' : ', with uncommitted changes';
    return ` (${git('rev-parse', '--short', 'HEAD')}${changed})`;
  } catch {
    return '';
  }
}

async function sqliteVersion() {
  const Database = createRequire(import.meta.url)('better-sqlite3');
  const database = new Database(':memory:');
  const { version } = database.prepare('select sqlite_version() as version').get();
  database.close();
  return version;
}

function readJson(url) {
  return JSON.parse(readFileSync(url, 'utf8'));
}
