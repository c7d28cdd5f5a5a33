import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { casparianVersion } from '../../shared/casparian-version.mjs';

const BENCH_PACKAGE = new URL('../../package.json', import.meta.url);

/** The versions of everything that took part. */
export async function describeVersions({ runtimes, postgresSettings, redis }) {
  const { dependencies } = readJson(BENCH_PACKAGE);
  return {
    casparian: casparianVersion(),
    node: runtimes.current.version,
    'node for pg-boss and graphile-worker': runtimes.newer?.version ?? 'none',
    ...(postgresSettings && { PostgreSQL: postgresSettings.server_version }),
    ...(redis && { Redis: redis.version }),
    'SQLite of better-sqlite3': await sqliteVersion(),
    ...dependencies,
  };
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
