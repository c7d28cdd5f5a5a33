import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWorker, defineJob, type Engine, type EngineOptions, openEngine } from '../../../src/engine/index.js';
import { freshDatabase } from '../../services/fresh-database.js';
import { pgbouncerInstalled, startPgbouncer } from '../../services/pgbouncer.js';
import { waitUntil } from '../../services/wait-until.js';

const ALL_END = { for: 'all jobs to end' };
const job = defineJob({ type: 'x', run: () => undefined });

describe('the connections of a worker on PostgreSQL', () => {
  test('are at most four, one for LISTEN and one for renewals, however many jobs run', async () => {
    const url = await freshDatabase();
    const { engine } = await startWorker({ database: url });
    // Each handler needs a connection for itself: they wait for each other.
    await engine.enqueueMany(
      { ...job, type: 'slow' },
      Array.from({ length: 40 }, (_, n) => n),
    );
    let most = 0;
    await waitUntil(async () => {
      most = Math.max(most, await connectionsTo(url));
      return (await openJobs(engine)) === 0;
    }, ALL_END);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(6);
  });

  test('without LISTEN, jobs are found by polling, and nobody is notified', async () => {
    const url = await freshDatabase();
    const listener = await connect(url);
    const notified = vi.fn();
    listener.on('notification', notified);
    await listener.query('LISTEN casparian_jobs');
    const { engine } = await startWorker({ database: url, listen: false }, { pollEveryMs: 20 });
    const another = await openOn({ database: url, listen: false });
    await another.enqueue(job, {});
    await another.enqueueMany(job, [{}, {}]);
    await another.transaction((transaction) => another.enqueue(job, {}, { transaction }));
    await waitUntil(async () => (await openJobs(engine)) === 0, ALL_END);
    // Notifications arrive in the order of commits, so this one would be behind theirs.
    await listener.query(`NOTIFY casparian_jobs, 'last'`);
    await waitUntil(() => notified.mock.calls.length > 0, { for: 'the last notification' });
    expect(notified.mock.calls.map(([{ payload }]) => payload as string)).toEqual(['last']);
  });

  test('polls of workers that were started together do not stay together', async () => {
    const url = await freshDatabase();
    const random = vi.spyOn(Math, 'random');
    onTestFinished(() => random.mockRestore());
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const waits = async (value: number): Promise<boolean[]> => {
      random.mockReturnValue(value);
      timers.mockClear();
      await startWorker({ database: url, listen: false }, { pollEveryMs: 400_000 });
      return [300_000, 500_000].map((ms) => timers.mock.calls.some(([, waited]) => waited === ms));
    };
    expect(await waits(0)).toEqual([true, false]);
    expect(await waits(1)).toEqual([false, true]);
  });

  test.skipIf(!pgbouncerInstalled())('a few of a pooler in transaction mode are enough for many workers', async () => {
    const url = await freshDatabase();
    await (await openOn({ database: url, migrate: true })).close();
    const pooled = await startPgbouncer(url, { serverConnections: 3 });
    const workers = await Promise.all(
      Array.from({ length: 8 }, () => startWorker({ database: pooled, listen: false }, { pollEveryMs: 50 })),
    );
    const [{ engine }] = workers as [(typeof workers)[0]];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        engine.enqueueMany(
          job,
          Array.from({ length: 50 }, (_, m) => [n, m]),
        ),
      ),
    );
    let most = 0;
    await waitUntil(async () => {
      most = Math.max(most, await connectionsTo(url));
      return (await openJobs(engine)) === 0;
    }, ALL_END);
    expect(most).toBeLessThanOrEqual(3);
    const rows = await engine.database.query(
      `SELECT status, attempts, crashes, fence FROM cf_jobs GROUP BY status, attempts, crashes, fence`,
    );
    expect(rows).toEqual([{ status: 'completed', attempts: 0, crashes: 0, fence: 1 }]);
  });
});

async function openOn(options: EngineOptions): Promise<Engine> {
  const engine = await openEngine({ migrate: true, ...options });
  onTestFinished(() => engine.close());
  return engine;
}

async function startWorker(options: EngineOptions, { pollEveryMs }: { pollEveryMs?: number } = {}) {
  const engine = await openOn(options);
  const slow = defineJob({
    type: 'slow',
    run: () => engine.transaction(async (tx) => void (await tx.query('SELECT pg_sleep(0.05)'))),
  });
  const worker = createWorker(engine, { jobs: [job, slow], pollEveryMs });
  await worker.start();
  onTestFinished(async () => void (await worker.stop()));
  return { engine, worker };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function openJobs({ database }: Engine): Promise<number> {
  const [row] = await database.query<{ open: number }>(
    `SELECT count(*) AS open FROM cf_jobs WHERE status IN ('pending', 'running')`,
  );
  return row?.open ?? 0;
}

/** Of this database, without the one that asks. */
async function connectionsTo(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
