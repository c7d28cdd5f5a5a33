import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PostgresDatabase, RELAXED_COMMIT } from '../../src/database/index.js';
import { translated } from '../../src/database/databases/postgres/errors.js';
import { CasparianError } from '../../src/platform/index.js';
import { freshDatabase } from '../services/fresh-database.js';
import { startProxy } from '../services/proxy.js';

let url: string;
let database: PostgresDatabase;

beforeAll(async () => {
  url = await freshDatabase();
  database = new PostgresDatabase(url);
  await database.script('CREATE TABLE t (n INTEGER PRIMARY KEY, big BIGINT, doc JSON)');
});
afterAll(() => database.close());
beforeEach(() => database.script('DELETE FROM t'));

const count = async (): Promise<number> => (await database.query('SELECT n FROM t')).length;
const pid = 'SELECT pg_backend_pid() AS pid';

describe('a PostgreSQL database', () => {
  test('gives large integers as numbers and JSON as its text', async () => {
    await database.query('INSERT INTO t VALUES (1, $1, $2)', [1_234_567_890_123, '{"b":1, "a":"\\u0000"}']);
    expect(await database.query('SELECT big, doc FROM t')).toEqual([
      { big: 1_234_567_890_123, doc: '{"b":1, "a":"\\u0000"}' },
    ]);
  });

  test('commits when the work resolves, and rolls back when it throws', async () => {
    await database.transaction((tx) => tx.query('INSERT INTO t VALUES (1)'));
    const failure = new Error('no');
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (2)');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await count()).toBe(1);
  });

  test.each([
    ['speaks of a timeout', new Error('the payment service had a timeout')],
    ['speaks of something closed', new Error('the account is closed')],
    ['has a network code', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['has a code of five letters', Object.assign(new Error('m'), { code: 'OUCH1' })],
    ['is no error at all', 'words'],
  ])('passes on what the work threw, even if it %s', async (_, failure) => {
    const work = database.transaction(async () => {
      throw failure as Error;
    });
    await expect(work).rejects.toBe(failure);
  });

  test('uses the connection again after the work threw', async () => {
    const small = new PostgresDatabase(url, { poolSize: 1 });
    onTestFinished(() => small.close());
    const [before] = await small.query(pid);
    await expect(small.transaction(() => Promise.reject(new Error('is closed')))).rejects.toThrow();
    expect(await small.query(pid)).toEqual([before]);
  });

  test('a commit the database refuses is an error with a code', async () => {
    await database.script('CREATE TABLE late (n INTEGER UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    onTestFinished(() => database.script('DROP TABLE late'));
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO late VALUES (1)');
      await tx.query('INSERT INTO late VALUES (1)');
    });
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });

  test('says with a code what the server refused', async () => {
    await database.query('INSERT INTO t VALUES (1)');
    await expect(database.query('INSERT INTO t VALUES (1)')).rejects.toMatchObject({
      ...{ code: 'DATABASE_ERROR', why: 'PostgreSQL said 23505.' },
    });
    await expect(database.query('SELECT * FROM cf_nothing')).rejects.toMatchObject({ code: 'SCHEMA_OUTDATED' });
    await expect(database.query('SELECT * FROM somebody_elses')).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });

  test('a deadlock is passing trouble', async () => {
    await database.query('INSERT INTO t VALUES (1), (2)');
    let met = 0;
    let meet = (): void => undefined;
    const both = new Promise<void>((resolve) => (meet = resolve));
    const lock = (first: number, second: number): Promise<unknown> =>
      database.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM t WHERE n = $1 FOR UPDATE', [first]);
        if (++met === 2) meet();
        await both;
        await tx.query('SELECT 1 FROM t WHERE n = $1 FOR UPDATE', [second]);
      });
    const outcomes = await Promise.allSettled([lock(1, 2), lock(2, 1)]);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.map((outcome) => outcome.reason as unknown)).toMatchObject([
      { code: 'DATABASE_BUSY', retryable: true },
    ]);
  });

  test('a server that is not there is an error with a code and a way out, without the password', async () => {
    const nowhere = new PostgresDatabase('postgres://me:secret@127.0.0.1:1/name', { connectTimeoutMs: 2_000 });
    onTestFinished(() => nowhere.close());
    const failure = await nowhere.query('SELECT 1').catch((error: unknown) => error as CasparianError);
    expect(failure).toMatchObject({ code: 'DATABASE_UNAVAILABLE', exitCode: 75, next: [expect.any(String)] });
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(nowhere.label).toBe('postgres://me:***@127.0.0.1:1/name');
    await expect(nowhere.transaction(() => Promise.resolve())).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  test('a connection that is cut in a transaction is replaced', async () => {
    const proxy = await startProxy({ port: Number(new URL(url).port) });
    const small = new PostgresDatabase(proxy.reroute(url), { poolSize: 1 });
    onTestFinished(async () => {
      await small.close();
      await proxy.close();
    });
    const work = small.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (1)');
      proxy.cut();
      await tx.query('INSERT INTO t VALUES (2)');
    });
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(await small.query('SELECT n FROM t')).toEqual([]);
  });

  test('a connection that freezes in a transaction is given up and replaced', async () => {
    const proxy = await startProxy({ port: Number(new URL(url).port) });
    const small = new PostgresDatabase(proxy.reroute(url), { poolSize: 1, queryTimeoutMs: 1_500 });
    onTestFinished(async () => {
      await proxy.close();
      await small.close();
    });
    const work = small.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (1)');
      proxy.pause();
      await tx.query('INSERT INTO t VALUES (2)');
    });
    await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(small.pool.totalCount).toBe(0);
    proxy.resume();
    expect(await small.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a relaxed write does not wait for the disk, and the next one on the connection does', async () => {
    const single = new PostgresDatabase(url, { poolSize: 1 });
    onTestFinished(() => single.close());
    const insert = `INSERT INTO t SELECT $1::integer FROM (SELECT ${RELAXED_COMMIT} AS kept OFFSET 0) AS commit WHERE kept IS NOT NULL
      RETURNING current_setting('synchronous_commit') AS setting`;
    for (const n of [1, 2]) expect(await single.queryRelaxed(insert, [n])).toEqual([{ setting: 'off' }]);
    expect(await single.query(`SELECT current_setting('synchronous_commit') AS setting`)).toEqual([{ setting: 'on' }]);
    expect(await count()).toBe(2);
  });

  test('goes on without kept plans where a pooler loses them', async () => {
    const pooled = new PostgresDatabase(url, { poolSize: 1 });
    onTestFinished(() => pooled.close());
    const insert = (n: number) => pooled.keepingPlan('INSERT INTO t VALUES ($1)', [n]);
    await insert(1);
    // What the next statement meets behind a pooler: a connection that has never heard of the name.
    await pooled.query('DEALLOCATE ALL');
    await insert(2);
    await insert(3);
    expect(await count()).toBe(3);
  });

  test('a backend that is terminated while idle is replaced without a word', async () => {
    const small = new PostgresDatabase(url, { poolSize: 1 });
    onTestFinished(() => small.close());
    const [{ pid: backend }] = (await small.query<{ pid: number }>(pid)) as [{ pid: number }];
    const gone = new Promise((resolve) => small.pool.once('remove', resolve));
    await database.query('SELECT pg_terminate_backend($1)', [backend]);
    await gone;
    expect(await small.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('can be closed by two at once', async () => {
    const small = new PostgresDatabase(url, { poolSize: 1 });
    await small.query('SELECT 1');
    await Promise.all([small.close(), small.close()]);
    await small.close();
  });
});

describe("what the driver's errors mean", () => {
  const failure = (message: string, code?: string): Error => Object.assign(new Error(message), code ? { code } : {});

  test.each([
    failure('Connection terminated unexpectedly'),
    failure('timeout exceeded when trying to connect'),
    failure('Query read timeout'),
    failure('Client has encountered a connection error and is not queryable'),
    failure('write EPIPE', 'EPIPE'),
    failure('read ECONNRESET', 'ECONNRESET'),
    failure('read ETIMEDOUT', 'ETIMEDOUT'),
    failure('connect EHOSTUNREACH', 'EHOSTUNREACH'),
    failure('connect ENETUNREACH', 'ENETUNREACH'),
    failure('getaddrinfo EAI_AGAIN db', 'EAI_AGAIN'),
    failure('connect ENOENT /var/run/postgresql/.s.PGSQL.5432', 'ENOENT'),
    failure('terminating connection due to administrator command', '57P01'),
    failure('the database system is starting up', '57P03'),
    failure('sorry, too many clients already', '53300'),
    failure('connection failure', '08006'),
    failure('', 'ECONNREFUSED'),
  ])('away: $message ($code)', (error) => {
    expect(translated(error)).toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true, cause: error });
  });

  test.each(['40001', '40P01', '55P03'])('passing: %s', (code) => {
    expect(translated(failure('m', code))).toMatchObject({ code: 'DATABASE_BUSY', retryable: true });
  });

  test.each(['23505', '22P02', '42601', 'XX000', 'P0001'])('refused: %s', (code) => {
    expect(translated(failure('connection timeout', code))).toMatchObject({ code: 'DATABASE_ERROR' });
  });

  test('what is not from the database stays as it is', () => {
    const own = failure('m', 'ERR_INVALID_ARG_TYPE');
    for (const error of [own, new TypeError('m'), new CasparianError('INTERNAL', 'closed'), 'words']) {
      expect(translated(error)).toBe(error);
    }
  });
});
