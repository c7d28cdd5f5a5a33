import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { declareJob, openEngine } from '../../../dist/engine/index.js';
import { casparian, MAIN } from '../casparian.mjs';

export const title = 'Fifty workers drain a queue';
export const target = 'no slower than one worker; at most 4 connections each';

const JOBS = 20_000;
const WORKERS = Number(process.env.CASPARIAN_BENCH_WORKERS ?? 50);
const NOOP = declareJob({ type: 'noop' });

export async function measure({ directory, postgres, log }) {
  const rows = [];
  for (const { what, workers, env } of [
    { what: '1 worker, 10 connections', workers: 1, env: {} },
    { what: '1 worker, 2 connections', workers: 1, env: { CASPARIAN_DATABASE_CONNECTIONS: '2' } },
    { what: `${WORKERS} workers, 2 connections`, workers: WORKERS, env: { CASPARIAN_DATABASE_CONNECTIONS: '2' } },
    {
      what: `${WORKERS} workers, 2 connections, without LISTEN`,
      workers: WORKERS,
      env: { CASPARIAN_DATABASE_CONNECTIONS: '2', CASPARIAN_LISTEN: 'false' },
    },
  ]) {
    log(`  ${what}`);
    const url = await postgres.createDatabase(`drain_${rows.length}`);
    await casparian(join(directory, 'home'), 'db', 'migrate', '--db', url);
    const { seconds, connections } = await drain(url, { workers, env, directory });
    const perWorker = (connections / workers).toFixed(1);
    rows.push({
      what,
      value: `${Math.round(JOBS / seconds)} jobs/s (${seconds.toFixed(1)} s), ${perWorker} connections a worker`,
    });
  }
  return rows;
}

function whenStarted(child) {
  return new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('close', (code) => reject(new Error(`a worker exited with ${code}`)));
  });
}

async function drain(url, { workers, env, directory }) {
  const engine = await openEngine({ database: url });
  const args = [MAIN, 'worker', '--type', 'noop', '--db', url, '--home', join(directory, 'home'), '--json'];
  const children = Array.from({ length: workers }, () =>
    spawn(process.execPath, args, {
      env: { ...process.env, CASPARIAN_LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  try {
    await Promise.all(children.map(whenStarted));
    const begun = performance.now();
    await engine.enqueueMany(
      { ...NOOP },
      Array.from({ length: JOBS }, () => null),
    );
    let connections = 0;
    for (;;) {
      const [state] = await engine.database.query(
        `SELECT (SELECT count(*)::int FROM cf_jobs WHERE status IN ('pending', 'running')) AS unfinished,
                (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS connections`,
      );
      connections = Math.max(connections, state.connections);
      if (state.unfinished === 0) return { seconds: (performance.now() - begun) / 1_000, connections };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
    await engine.close();
  }
}
