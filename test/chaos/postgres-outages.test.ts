import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createWorker, openEngine } from '../../src/engine/index.js';
import type { Engine } from '../../src/engine/index.js';
import { CasparianError } from '../../src/platform/index.js';
import { databaseNow } from '../engine/staging/advance-time.js';
import { startPostgres } from '../services/postgres.js';
import type { PostgresServer } from '../services/postgres.js';
import { waitUntil } from '../services/wait-until.js';
import { checkLedger, ledgerSettles, openLedger } from '../adversity/staging/ledger.js';
import { seededRandom } from '../adversity/staging/seeded-random.js';
import { recordJob, startProducer } from '../adversity/staging/steady-producer.js';
import type { SteadyProducer } from '../adversity/staging/steady-producer.js';
import { startWorkerProcess } from '../adversity/staging/worker-process.js';
import type { WorkerProcess } from '../adversity/staging/worker-process.js';

// A separate server, because the tests restart it and exhaust its connections.
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres({ settings: { max_connections: '30', superuser_reserved_connections: '3' } });
});
afterAll(() => server.remove());

describe('workers on PostgreSQL', { timeout: 180_000 }, () => {
  test('continue after the server was restarted, and after it was killed', async () => {
    const flow = await startFlow();
    await someJobsEnd(flow.engine);
    await server.restart();
    await someJobsEnd(flow.engine);
    await server.kill();
    await server.start();
    await someJobsEnd(flow.engine);
    await flow.settle();
    // A disconnected worker still holds its jobs and finishes them when the server is back.
    expect(await crashes(flow.engine)).toBe(0);
  });

  test('continue while all their connections are cut repeatedly', async () => {
    const flow = await startFlow();
    const admin = await connect(server.url);
    for (let round = 0; round < 25; round++) {
      await sleep(100);
      await terminateOthers(admin);
    }
    await flow.settle();
    expect(await crashes(flow.engine)).toBe(0);
  });

  test('continue after all connection slots of the server were taken for a while', async () => {
    const flow = await startFlow();
    await someJobsEnd(flow.engine);
    const admin = await connect(server.url);
    const hogs = await takeAllSlots(flow.url);
    await waitUntil(
      async () => {
        if (/too many clients|connection slots/.test(flow.worker.output())) return true;
        // The worker may have reconnected first and have its slots again.
        await terminateOthers(admin, hogs);
        await takeAllSlots(flow.url, hogs);
        return false;
      },
      {
        for: 'the worker to be turned away',
        intervalMs: 250,
        evidence: () => flow.worker.output(),
      },
    );
    await Promise.all(hogs.map((hog) => hog.end()));
    await someJobsEnd(flow.engine);
    await flow.settle();
    expect(await crashes(flow.engine)).toBe(0);
  });

  test('continue while another transaction stays open for the whole run and locks one job', async () => {
    const flow = await startFlow();
    const holder = await connect(flow.url);
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const paused = await flow.engine.enqueue(recordJob, { behaviour: 'effect', ms: 1 }, { delayMs: 3_000 });
    await holder.query('SELECT id FROM cf_jobs WHERE id = $1 FOR UPDATE', [paused.id]);
    const isDue = async (): Promise<boolean> =>
      (await flow.engine.job(paused.id)).runAt < (await databaseNow(flow.engine.database));
    await waitUntil(isDue, { for: 'the locked job to be due' });
    for (let round = 0; round < 2; round++) await someJobsEnd(flow.engine);
    expect((await flow.engine.job(paused.id)).status).toBe('pending');
    await holder.query('COMMIT');
    await flow.settle([paused.id]);
    expect(await crashes(flow.engine)).toBe(0);
  });

  test('a caller without a free connection in the pool gets an error, and the next caller is served', async () => {
    const engine = await openEngine({
      database: await server.createDatabase(),
      migrate: true,
      poolSize: 2,
      connectTimeoutMs: 2_000,
    });
    onTestFinished(() => engine.close());
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const holders = [engine.transaction(() => released), engine.transaction(() => released)];
    const refused = await engine.enqueue(recordJob, null).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CasparianError);
    expect(refused).toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true });
    release();
    await Promise.all(holders);
    expect(await engine.enqueue(recordJob, null)).toMatchObject({ status: 'pending' });
  });

  test('a worker serves more handlers than its pool has connections', async () => {
    const engine = await openEngine({ database: await server.createDatabase(), migrate: true, poolSize: 2 });
    onTestFinished(() => engine.close());
    const job = {
      ...recordJob,
      run: (_payload: unknown, context: { transaction: (work: () => Promise<void>) => unknown }) =>
        context.transaction(() => sleep(20)),
    };
    const worker = createWorker(engine, { jobs: [job], concurrency: 20, pollEveryMs: 50 });
    onTestFinished(async () => void (await worker.stop({ graceMs: 0 })));
    await worker.start();
    await engine.enqueueMany(
      job,
      Array.from({ length: 100 }, () => null),
    );
    await ledgerSettles(engine, 20_000);
    expect(await engine.database.query('SELECT DISTINCT status, fence, crashes FROM cf_jobs')).toEqual([
      { status: 'completed', fence: 1, crashes: 0 },
    ]);
  });
});

interface Flow {
  url: string;
  engine: Engine;
  worker: WorkerProcess;
  producer: SteadyProducer;
  /** Stops the producer, lets the jobs end, stops the worker and balances the ledger. */
  settle(besides?: readonly string[]): Promise<void>;
}

/** A worker process and a producer on a separate database. */
async function startFlow(): Promise<Flow> {
  const url = await server.createDatabase();
  const engine = await openEngine({ database: url, migrate: true });
  await openLedger(engine);
  const env = { LEASE_MS: '30000', CONCURRENCY: '5' };
  const worker = await startWorkerProcess('recording-worker.mjs', { url, env });
  const producer = startProducer(engine, { random: seededRandom(7), everyMs: 30, batch: 3, maxMs: 30 });
  onTestFinished(async () => {
    await producer.stop();
    await worker.end('SIGKILL');
    await engine.close();
  });
  return {
    url,
    engine,
    worker,
    producer,
    async settle(besides = []) {
      await producer.stop();
      await ledgerSettles(engine, 60_000);
      await worker.end('SIGTERM');
      await checkLedger(engine, [...producer.accepted, ...besides]);
    },
  };
}

/** Waits until more jobs have ended, which shows that workers are running. */
async function someJobsEnd(engine: Engine): Promise<void> {
  const ended = async () => (await engine.database.query(`SELECT 1 FROM cf_jobs WHERE finished_at IS NOT NULL`)).length;
  const before = await waitUntil(ended, { for: 'the database' });
  await waitUntil(async () => (await ended()) > before + 5, { for: 'more jobs to end' });
}

async function crashes(engine: Engine): Promise<number> {
  return (await engine.database.query('SELECT id FROM cf_jobs WHERE crashes > 0')).length;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Cuts every connection to the server except the admin's and the given ones. */
async function terminateOthers(admin: pg.Client, spared: readonly pg.Client[] = []): Promise<void> {
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND NOT pid = ANY($1::int[])`,
    [spared.map((client) => (client as unknown as { processID: number }).processID)],
  );
}

/** Opens connections until the server refuses. */
async function takeAllSlots(url: string, hogs: pg.Client[] = []): Promise<pg.Client[]> {
  for (;;) {
    const hog = new pg.Client({ connectionString: url });
    hog.on('error', () => undefined);
    try {
      await hog.connect();
    } catch {
      return hogs;
    }
    hogs.push(hog);
  }
}
