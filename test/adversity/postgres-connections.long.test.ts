import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PostgresDatabase } from '../../src/database/index.js';
import { complete, createWorker, defineJob, type JobRecord } from '../../src/engine/index.js';
import { advanceTime, databaseNow } from '../engine/staging/advance-time.js';
import { later } from '../engine/staging/later.js';
import { useStage } from '../engine/staging/stage.js';
import { freshDatabase } from '../services/fresh-database.js';
import { startProxy } from '../services/proxy.js';
import { waitUntil } from '../services/wait-until.js';

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, errno: -1, syscall: 'connect' });
}

describe('a lost connection is distinguished from a refused statement', () => {
  test.each([
    ['EPIPE', 'write EPIPE'],
    ['ECONNRESET', 'read ECONNRESET'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db.internal'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.internal'],
    ['ENETUNREACH', 'connect ENETUNREACH 10.0.0.1:5432'],
    ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'],
  ])('%s', async (code, message) => {
    const database = new PostgresDatabase('postgres://nobody@127.0.0.1:1/nothing');
    onTestFinished(() => database.close());
    database.pool.query = () => Promise.reject(systemError(code, message));
    await expect(database.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  test('several addresses that all refuse', async () => {
    const database = new PostgresDatabase('postgres://nobody@127.0.0.1:1/nothing');
    onTestFinished(() => database.close());
    const refused = systemError('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432');
    database.pool.query = () => Promise.reject(Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' }));
    await expect(database.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  test('a server that takes no writes, as after a failover', async () => {
    const database = new PostgresDatabase(await freshDatabase());
    onTestFinished(() => database.close());
    const readOnly = database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      await tx.query('CREATE TABLE refused (id int)');
    });
    await expect(readOnly).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  test("an error of the caller's function is passed on unchanged", async () => {
    const database = new PostgresDatabase(await freshDatabase());
    onTestFinished(() => database.close());
    const own = systemError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.9:443');
    await expect(database.transaction(() => Promise.reject(own))).rejects.toBe(own);
  });
});

describe('a transaction on PostgreSQL', () => {
  test('does not report a commit if a failed statement was ignored', async () => {
    const database = new PostgresDatabase(await freshDatabase());
    onTestFinished(() => database.close());
    await database.script('CREATE TABLE kept (id int PRIMARY KEY)');
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO kept VALUES (1)');
      await tx.query('INSERT INTO kept VALUES (1)').catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(await database.query('SELECT * FROM kept')).toEqual([]);
  });

  test('that froze leaves nothing behind for the next one on its connection', async () => {
    const url = await freshDatabase();
    const proxy = await startProxy({ port: Number(new URL(url).port) });
    const database = new PostgresDatabase(proxy.reroute(url), { poolSize: 1, queryTimeoutMs: 1_500 });
    const direct = new PostgresDatabase(url);
    onTestFinished(async () => {
      await direct.close();
      await database.close();
      await proxy.close();
    });
    await direct.script('CREATE TABLE effects (name text)');
    const frozen = database.transaction(async (tx) => {
      await tx.query("INSERT INTO effects VALUES ('sent before the freeze')");
      proxy.pause();
      await tx.query("INSERT INTO effects VALUES ('sent during the freeze')");
    });
    await expect(frozen).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    proxy.resume();
    await database.transaction((tx) => tx.query("INSERT INTO effects VALUES ('the next transaction')"));
    expect(await direct.query('SELECT name FROM effects')).toEqual([{ name: 'the next transaction' }]);
    await waitUntil(async () => (await openTransactions(direct)) === 0, {
      for: 'the frozen transaction to be rolled back',
    });
  });
});

describe('a worker on PostgreSQL', () => {
  const stage = useStage('PostgreSQL');

  test("charges an attempt when the handler's writes fail", async () => {
    const own = systemError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.9:443');
    const job = defineJob({
      type: 'webhook',
      maxAttempts: 1,
      run: () => complete('sent', { write: () => Promise.reject(own) }),
    });
    const worker = createWorker(stage.engine, { jobs: [job], pollEveryMs: 50 });
    stage.onCleanup(() => worker.stop({ graceMs: 0 }));
    await worker.start();
    const { id } = await stage.engine.enqueue(job, null);
    await waitUntil(async () => (await stage.engine.job(id)).status === 'dead_letter', { for: 'the job' });
    expect((await stage.engine.job(id)).errors.map(({ code }) => code)).toEqual(['NETWORK_ERROR']);
  });

  test('keeps its leases while its handlers exhaust the connection pool for longer than a lease', async () => {
    const engine = await stage.openAnother({ poolSize: 2 });
    const bystander = await stage.openAnother();
    const [begun, gate] = [vi.fn<() => void>(), later()];
    const holdsAConnection = (): Promise<void> => (begun(), gate.promise);
    const run = vi.fn<() => Promise<void>>(() => engine.transaction(holdsAConnection));
    const job = defineJob({ type: 'hog', run });
    const options = { jobs: [job], concurrency: 2, leaseMs: 60_000, renewEveryMs: 100, pollEveryMs: 50 };
    const workers = [createWorker(engine, options), createWorker(bystander, options)];
    stage.onCleanup(() => Promise.all(workers.map((worker) => worker.stop({ graceMs: 0 }))));
    await workers[0]!.start();
    await stage.engine.enqueueMany(job, [null, null]);
    await waitUntil(() => begun.mock.calls.length === 2, { for: 'both handlers' });
    await workers[1]!.start();
    for (let round = 0; round < 3; round++) {
      await advanceTime(stage.engine.database, 40_000);
      const now = await databaseNow(stage.engine.database);
      const renewed = ({ leaseExpiresAt }: JobRecord): boolean => (leaseExpiresAt ?? 0) > now + 50_000;
      await waitUntil(async () => (await stage.engine.jobs()).every(renewed), { for: 'both leases to be renewed' });
    }
    gate.resolve();
    await waitUntil(async () => (await stage.engine.jobs({ statuses: ['completed'] })).length === 2, {
      for: 'both jobs',
    });
    expect(await stage.engine.jobs()).toMatchObject([{ crashes: 0 }, { crashes: 0 }]);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

async function openTransactions(database: PostgresDatabase): Promise<number> {
  const rows = await database.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows.length;
}
