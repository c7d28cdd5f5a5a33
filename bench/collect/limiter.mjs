// The time of one grant of a rate limit: `node bench/collect/limiter.mjs [DATABASE_URL] [clients]`, after `npm run build`. Without a
// URL: SQLite in a temporary folder with one client. Prints the median and the 95th percentile in milliseconds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, takeTokens } from '../../dist/engine/index.js';

const GRANTS = 3_000;
const folder = mkdtempSync(join(tmpdir(), 'casparian-limiter-'));
const url = process.argv[2] ?? `sqlite:${join(folder, 'jobs.db')}`;
const clients = Number(process.argv[3] ?? 1);
const engine = await openEngine({ database: url, migrate: true, poolSize: clients });
const { database } = engine;
const tenant = {
  dialect: database.dialect,
  tenant: 'bench',
  actor: null,
  query: (sql, params) => database.query(sql, params),
  script: (sql) => database.script(sql),
};
const request = { key: 'one key', rate: { perMinute: 60_000_000, burst: 1_000_000 } };
await takeTokens(tenant, request);
const times = [];
const client = async () => {
  for (let count = 0; count < GRANTS / clients; count++) {
    const begun = performance.now();
    const { granted } = await takeTokens(tenant, request);
    if (!granted) throw new Error('the limit is too low for this benchmark');
    times.push(performance.now() - begun);
  }
};
await Promise.all(Array.from({ length: clients }, client));
times.sort((a, b) => a - b);
const at = (share) => Number(times[Math.floor(times.length * share)].toFixed(3));
console.log({ database: database.dialect, clients, grants: times.length, median_ms: at(0.5), p95_ms: at(0.95) });
await engine.close();
rmSync(folder, { recursive: true, force: true });
