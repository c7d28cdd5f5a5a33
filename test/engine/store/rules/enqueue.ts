import { later } from '../../staging/later.js';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connectSqlite, type SqliteConnection } from '../../../../src/database/index.js';
import type { JobsTable } from '../../../../src/engine/schema/tables.js';
import type { NewJob } from '../../../../src/engine/store.js';
import { newId } from '../../../../src/platform/index.js';
import { allRows, rowOf } from '../../staging/rows.js';
import { aJob, enqueueOne, ids } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

const PARENT = newId();

export function enqueueRules(stage: Stage): void {
  test('an accepted job is pending, uncharged, and has nobody and no end', async () => {
    const job = aJob({ tenant: 'acme', queue: 'mail', payload: '{"to":"you"}', priority: 1, maxAttempts: 7 });
    expect(await stage.store.enqueue([job])).toEqual([{ id: job.id, status: 'pending', deduplicated: false }]);
    expect(await rowOf(stage.engine.database, job.id)).toMatchObject({
      ...{ id: job.id, tenant: 'acme', queue: 'mail', type: 'work', status: 'pending', payload: '{"to":"you"}' },
      ...{ priority: 1, attempts: 0, max_attempts: 7, crashes: 0, fence: 0 },
      ...{ lease_owner: null, lease_expires_at: null, heartbeat_at: null, cancel_requested_at: null },
      ...{ progress: null, result: null, errors: null, idempotency_key: null, spec_hash: null, parent_job_id: null },
      ...{ started_at: null, finished_at: null },
    });
  });

  test('receipts come in the order of the jobs', async () => {
    const jobs = Array.from({ length: 50 }, (_, index) => aJob({ payload: `${index}`, priority: index % 4 }));
    const receipts = await stage.store.enqueue(jobs);
    expect(ids(receipts)).toEqual(ids(jobs));
  });

  test('no jobs are accepted when none are given', async () => {
    expect(await stage.store.enqueue([])).toEqual([]);
  });

  test('an absolute time is kept as it was given', async () => {
    const id = await enqueueOne(stage.store, { runAt: 1_234_567_890_123 });
    expect((await rowOf(stage.engine.database, id)).run_at).toBe(1_234_567_890_123);
  });

  test('a delay counts from the moment of acceptance', async () => {
    const id = await enqueueOne(stage.store, { delayMs: 5_000 });
    const row = await rowOf(stage.engine.database, id);
    expect(row.run_at - row.created_at).toBe(5_000);
  });

  test('a batch that holds keys, hashes, parents and plain jobs at once is written whole', async () => {
    const parent = await enqueueOne(stage.store);
    const jobs = [
      aJob({ payload: '1' }),
      aJob({ payload: '2', idempotencyKey: 'k' }),
      aJob({ payload: '3', specHash: 's', reuseCompleted: true }),
      aJob({ payload: '4', parentJobId: parent, delayMs: 99 }),
    ];
    await stage.store.enqueue(jobs);
    const rows = await Promise.all(jobs.map((job) => rowOf(stage.engine.database, job.id)));
    expect(rows.map((row) => [row.payload, row.idempotency_key, row.spec_hash, row.parent_job_id])).toEqual([
      ['1', null, null, null],
      ['2', 'k', null, null],
      ['3', null, 's', null],
      ['4', null, null, parent],
    ]);
  });

  test('a batch is accepted whole or not at all', async () => {
    const good = aJob();
    await expect(stage.store.enqueue([good, aJob({ priority: 9 })])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(await allRows(stage.engine.database)).toEqual([]);
  });

  test('a batch of jobs that are alike but for one bad payload is refused whole', async () => {
    const twice = newId();
    const batch = [aJob(), aJob({ id: twice }), aJob({ id: twice }), aJob()];
    await expect(stage.store.enqueue(batch)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect(await allRows(stage.engine.database)).toEqual([]);
  });

  test('one bad row does not fail the neighbours it shares a commit with', async () => {
    const good = Array.from({ length: 20 }, () => aJob());
    const calls = good.map((job, index) => stage.store.enqueue(index === 7 ? [job, aJob({ priority: -1 })] : [job]));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(
      good.map((_, index) => (index === 7 ? 'rejected' : 'fulfilled')),
    );
    const written = ids(await allRows(stage.engine.database));
    expect(written).toEqual(ids(good.filter((_, index) => index !== 7)).sort());
  });

  test('ten thousand single calls in flight are all accepted, each with its own receipt', async () => {
    const jobs = Array.from({ length: 10_000 }, () => aJob());
    const receipts = await Promise.all(jobs.map((job) => stage.store.enqueue([job])));
    expect(receipts.map(([receipt]) => receipt?.id)).toEqual(ids(jobs));
    expect(await allRows(stage.engine.database)).toHaveLength(10_000);
  });

  test('two calls at once are both accepted, each with the receipts of its own jobs', async () => {
    const [one, two, three] = [aJob({ payload: '1' }), aJob({ payload: '2' }), aJob({ payload: '3' })];
    const receipts = await Promise.all([stage.store.enqueue([one]), stage.store.enqueue([two, three])]);
    expect(receipts.map(ids)).toEqual([[one.id], [two.id, three.id]]);
    expect(ids(await allRows(stage.engine.database))).toEqual(ids([one, two, three]).sort());
  });

  test.each<[string, Partial<NewJob>, Partial<JobsTable>]>([
    ['tenant', { tenant: 'acme' }, { tenant: 'acme' }],
    ['queue', { queue: 'mail' }, { queue: 'mail' }],
    ['type', { type: 'play' }, { type: 'play' }],
    ['priority', { priority: 0 }, { priority: 0 }],
    ['time', { runAt: 1_234 }, { run_at: 1_234 }],
    ['attempts', { maxAttempts: 9 }, { max_attempts: 9 }],
    ['key', { idempotencyKey: 'k' }, { idempotency_key: 'k' }],
    ['spec', { specHash: 's' }, { spec_hash: 's' }],
    ['parent', { parentJobId: PARENT }, { parent_job_id: PARENT }],
  ])('a job that differs from its neighbours only in its %s keeps what is its own', async (_, given, written) => {
    const usual = { runAt: 99 };
    const [plain, other, alone] = [aJob(usual), aJob({ ...usual, ...given }), aJob({ ...usual, ...given })];
    await stage.store.enqueue([plain, other]);
    expect(await rowOf(stage.engine.database, other.id)).toMatchObject(written);
    expect(await rowOf(stage.engine.database, plain.id)).toMatchObject({
      ...{ tenant: 'default', queue: 'default', type: 'work', priority: 2, run_at: 99, max_attempts: 5 },
      ...{ idempotency_key: null, spec_hash: null, parent_job_id: null },
    });
    await stage.engine.database.script('DELETE FROM cf_jobs');
    await stage.store.enqueue([alone]);
    expect(await rowOf(stage.engine.database, alone.id)).toMatchObject(written);
  });

  test('of jobs alike but for their delay, each waits for its own', async () => {
    const [soon, late] = [aJob({ delayMs: 1_000 }), aJob({ delayMs: 9_000 })];
    await stage.store.enqueue([soon, late]);
    const delays = await Promise.all([soon, late].map(({ id }) => rowOf(stage.engine.database, id)));
    expect(delays.map((row) => row.run_at - row.created_at)).toEqual([1_000, 9_000]);
  });

  test.each([1, 2, 49, 50, 51, 100, 101])('%i jobs alike are written, each with its payload', async (count) => {
    const jobs = Array.from({ length: count }, (_, index) => aJob({ payload: `${index}`, delayMs: 1_000 }));
    expect(ids(await stage.store.enqueue(jobs))).toEqual(ids(jobs));
    const rows = await allRows(stage.engine.database);
    const payloads = new Map(rows.map((row) => [row.id, row.payload]));
    expect(jobs.map((job) => payloads.get(job.id))).toEqual(jobs.map((job) => job.payload));
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.run_at - row.created_at).toBe(1_000);
  });

  test('inside a transaction of the engine, the job exists when it commits', async () => {
    const job = aJob();
    await stage.engine.transaction(async (tx) => {
      await stage.store.enqueue([job], tx);
      expect(await allRows(stage.engine.database)).toEqual([]);
      expect(await allRows(tx)).toHaveLength(1);
    });
    expect(ids(await allRows(stage.engine.database))).toEqual([job.id]);
  });

  test('inside a transaction of the engine that throws, the job never existed', async () => {
    const work = stage.engine.transaction(async (tx) => {
      await stage.store.enqueue([aJob(), aJob({ idempotencyKey: 'k' })], tx);
      throw new Error('the order was refused');
    });
    await expect(work).rejects.toThrow('the order was refused');
    expect(await allRows(stage.engine.database)).toEqual([]);
  });

  test('a job the database refuses inside a transaction is an error with a code there too', async () => {
    const work = stage.engine.transaction((tx) =>
      stage.store.enqueue([aJob({ priority: 9, idempotencyKey: 'k' })], tx),
    );
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });

  test('an enqueue outside is not part of a transaction that is open at the same time', async () => {
    const outside = aJob();
    const isOpen = later();
    const mayEnd = later();
    const work = stage.engine.transaction(async (tx) => {
      await stage.store.enqueue([aJob()], tx);
      isOpen.resolve();
      await mayEnd.promise;
      throw new Error('rolled back');
    });
    await isOpen.promise;
    const enqueued = stage.store.enqueue([outside]);
    mayEnd.resolve();
    await expect(work).rejects.toThrow('rolled back');
    await enqueued;
    expect(ids(await allRows(stage.engine.database))).toEqual([outside.id]);
  });

  if (stage.storeName === 'SQLite') callersSqliteConnection(stage);
  else callersPostgresClient(stage);
}

function callersSqliteConnection(stage: Stage): void {
  function connect(): SqliteConnection {
    const connection = connectSqlite(stage.url.replace(/^sqlite:/, ''));
    connection.exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER)');
    stage.onCleanup(async () => {
      connection.exec('DROP TABLE orders');
      connection.close();
    });
    return connection;
  }

  test("in a caller's own SQLite transaction, order and job commit together", async () => {
    const connection = connect();
    connection.exec('BEGIN IMMEDIATE; INSERT INTO orders VALUES (1)');
    const [receipt] = await stage.store.enqueue([aJob()], stage.engine.database.scope(connection as never));
    expect(await allRows(stage.engine.database)).toEqual([]);
    connection.exec('COMMIT');
    expect(ids(await allRows(stage.engine.database))).toEqual([receipt?.id]);
  });

  test("in a caller's own SQLite transaction, order and job roll back together", async () => {
    const connection = connect();
    connection.exec('BEGIN IMMEDIATE; INSERT INTO orders VALUES (1)');
    await stage.store.enqueue(
      [aJob(), aJob({ idempotencyKey: 'k' })],
      stage.engine.database.scope(connection as never),
    );
    connection.exec('ROLLBACK');
    expect(await allRows(stage.engine.database)).toEqual([]);
    expect(connection.prepare('SELECT count(*) AS count FROM orders').get()).toEqual({ count: 0 });
  });

  test('a transaction of another SQLite library is refused: it would not see our locks', () => {
    const inOtherLibrary = { inTransaction: true, exec: () => undefined, prepare: () => undefined };
    expect(() => stage.engine.database.scope(inOtherLibrary as never)).toThrow(
      expect.objectContaining({ code: 'TRANSACTION_FOREIGN' }) as Error,
    );
  });

  test('a transaction of another database is refused', async () => {
    const path = `${stage.url.replace(/^sqlite:/, '')}.other.db`;
    const other = await stage.openAnother({ database: `sqlite:${path}` });
    stage.onCleanup(async () => rmSync(path, { force: true }));
    const work = other.transaction((tx) => stage.store.enqueue([aJob()], tx));
    await expect(work).rejects.toThrow('another database');
  });
}

function callersPostgresClient(stage: Stage): void {
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: stage.url });
    await client.connect();
    await client.query('CREATE TABLE orders (id INTEGER)');
    stage.onCleanup(async () => {
      await client.query('DROP TABLE orders');
      await client.end();
    });
    return client;
  }

  test("in a caller's own pg transaction, order and job commit together", async () => {
    const client = await connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO orders VALUES (1)');
    const [receipt] = await stage.store.enqueue([aJob()], stage.engine.database.scope(client as never));
    expect(await allRows(stage.engine.database)).toEqual([]);
    await client.query('COMMIT');
    expect(ids(await allRows(stage.engine.database))).toEqual([receipt?.id]);
  });

  test("in a caller's own pg transaction, order and job roll back together", async () => {
    const client = await connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO orders VALUES (1)');
    await stage.store.enqueue([aJob(), aJob({ idempotencyKey: 'k' })], stage.engine.database.scope(client as never));
    await client.query('ROLLBACK');
    expect(await allRows(stage.engine.database)).toEqual([]);
    expect((await client.query('SELECT 1 FROM orders')).rowCount).toBe(0);
  });

  test("a key that was taken after the caller's snapshot is a conflict to try again, not an endless wait", async () => {
    const client = await connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query('SELECT 1 FROM orders');
    await enqueueOne(stage.store, { idempotencyKey: 'k' });
    const work = stage.store.enqueue([aJob({ idempotencyKey: 'k' })], stage.engine.database.scope(client as never));
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_BUSY', retryable: true });
    await client.query('ROLLBACK');
  });

  test("a caller's client may have type parsers of its own", async () => {
    const client = await connect();
    await client.query('BEGIN');
    const scope = stage.engine.database.scope(client as never);
    const [first] = await stage.store.enqueue([aJob({ idempotencyKey: 'k' })], scope);
    const [again] = await stage.store.enqueue([aJob({ idempotencyKey: 'k' })], scope);
    await client.query('COMMIT');
    expect(again).toEqual({ id: first?.id, status: 'pending', deduplicated: true });
  });
}
