import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectSqlite, openDatabase, type SqliteConnection, SqliteDatabase } from '../../src/database/index.js';
import { openEngine } from '../../src/engine/index.js';
import { allRows } from '../engine/staging/rows.js';
import { startProgram } from '../engine/staging/program.js';
import { aJob } from '../engine/staging/store-calls.js';

type OpenSync = new (path: string) => SqliteConnection;

let directory: string;
let database: SqliteDatabase;
let files = 0;
const freshPath = (): string => join(directory, `${files++}.db`);
const count = async (): Promise<number> => (await database.query<{ n: number }>('SELECT n FROM t')).length;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'casparian-sqlite-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

beforeEach(async () => {
  database = await SqliteDatabase.open(freshPath());
  await database.script('CREATE TABLE t (n INTEGER NOT NULL)');
  onTestFinished(() => database.close());
});

const insert = (n: number | null): Promise<unknown> => database.query('INSERT INTO t VALUES (?)', [n]);

/** What SQLite says when another connection has the file, on request. */
const busy = (): Error => Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

describe('a SQLite database', () => {
  test('is in WAL mode and syncs every commit', async () => {
    const pragma = async (name: string): Promise<unknown> =>
      Object.values((await database.query(`PRAGMA ${name}`))[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  test('does not sync a relaxed write, unless it shares its commit with another one', async () => {
    const relaxed = (): Promise<unknown[]> => database.queryRelaxed('PRAGMA synchronous');
    const usual = (): Promise<unknown> => database.write((writer) => writer.prepare('PRAGMA synchronous').get());
    const [normal, full] = [{ synchronous: 1 }, { synchronous: 2 }];
    expect(await relaxed()).toEqual([normal]);
    expect(await usual()).toEqual(full);
    expect(await Promise.all([relaxed(), usual()])).toEqual([[full], full]);
    await relaxed();
    expect(await database.transaction((tx) => tx.query('PRAGMA synchronous'))).toEqual([full]);
    await database.queryRelaxed('INSERT INTO t VALUES (?)', [1]);
    expect(await count()).toBe(1);
    const within = database.transaction(() => database.queryRelaxed('DELETE FROM t'));
    await expect(within).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
  });

  test('takes writes of one tick in one commit, and each learns its own fate', async () => {
    const outcomes = await Promise.allSettled([insert(1), insert(null), insert(3)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await count()).toBe(2);
  });

  test('says with a code what the database refused', async () => {
    await expect(insert(null)).rejects.toMatchObject({
      code: 'DATABASE_ERROR',
      why: expect.stringContaining('SQLITE_CONSTRAINT') as string,
    });
    await expect(database.query('SELEC 1')).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  });

  test('does not read what is not committed', async () => {
    await database.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (1)');
      expect(await count()).toBe(0);
      expect(await tx.query('SELECT n FROM t')).toHaveLength(1);
    });
    expect(await count()).toBe(1);
  });

  test("rolls back when the work throws, and passes the work's error on as it is", async () => {
    const failure = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const work = database.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (1)');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await count()).toBe(0);
  });

  test('runs transactions one after the other', async () => {
    const order: string[] = [];
    const transaction = (name: string): Promise<void> =>
      database.transaction(async (tx) => {
        order.push(`${name} begins`);
        await tx.query('INSERT INTO t VALUES (1)');
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
      });
    await Promise.all([transaction('a'), transaction('b'), transaction('c')]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(await count()).toBe(3);
  });

  test('lets a write through between transactions that follow each other without a pause', async () => {
    const progress = { written: false };
    let transactions = 0;
    for (; transactions < 50 && !progress.written; transactions++) {
      const transaction = database.transaction(async (tx) => {
        await tx.query('INSERT INTO t VALUES (1)');
      });
      if (transactions === 0) void insert(2).then(() => (progress.written = true));
      await transaction;
    }
    expect(transactions).toBeLessThan(5);
  });

  test('refuses a write that would wait for the transaction it is called from', async () => {
    const nested = database.transaction(async () => {
      await insert(1);
    });
    await expect(nested).rejects.toMatchObject({ code: 'TRANSACTION_OPEN', retryable: false });
    const nestedTwice = database.transaction(() => database.transaction(() => Promise.resolve()));
    await expect(nestedTwice).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
    await insert(2);
  });

  test('refuses it also through a transaction of another database, which accepts writes itself', async () => {
    const other = await SqliteDatabase.open(`${database.path}.other`);
    onTestFinished(() => other.close());
    await other.script('CREATE TABLE t (n)');
    const nested = database.transaction(async () => {
      await other.query('INSERT INTO t VALUES (1)');
      await other.transaction(() => insert(1));
    });
    await expect(nested).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
    expect(await other.query('SELECT n FROM t')).toEqual([{ n: 1 }]);
  });

  test('refuses it also when a transaction of another database has ended meanwhile, and in the next transaction', async () => {
    const other = await SqliteDatabase.open(`${database.path}.other`);
    onTestFinished(() => other.close());
    const nestedAfter = (pause: Promise<unknown>): Promise<unknown> =>
      database.transaction(async () => {
        await pause;
        await insert(1);
      });
    const nested = nestedAfter(other.transaction(() => Promise.resolve()));
    await expect(nested).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
    await expect(nestedAfter(Promise.resolve())).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
    expect(await count()).toBe(0);
  });

  test('does not make promises slower with every database that was opened', async () => {
    const promises = async (): Promise<number> => {
      const before = process.cpuUsage().user;
      for (let i = 0; i < 200_000; i++) await Promise.resolve();
      return process.cpuUsage().user - before;
    };
    await database.transaction(() => Promise.resolve());
    const first = Math.min(await promises(), await promises());
    for (let i = 0; i < 100; i++) {
      const other = await SqliteDatabase.open(':memory:');
      await other.transaction(() => Promise.resolve());
      await other.close();
    }
    expect(Math.min(await promises(), await promises())).toBeLessThan(3 * first);
  });

  test('waits, without blocking this process, while another holds the lock', async () => {
    const other = connectSqlite(database.path);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const writes = Promise.all([
      insert(1),
      insert(2),
      database.transaction((tx) => tx.query('INSERT INTO t VALUES (3)')),
    ]);
    let ticks = 0;
    while (ticks < 10) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      ticks++;
    }
    other.exec('COMMIT');
    await writes;
    expect(await count()).toBe(3);
  });

  test('says that the database is busy when the lock is held for longer than the limit', async () => {
    const impatient = await SqliteDatabase.open(database.path, { busyLimitMs: 100 });
    const other = connectSqlite(database.path);
    onTestFinished(async () => {
      other.close();
      await impatient.close();
    });
    other.exec('BEGIN IMMEDIATE');
    const refusal = { code: 'DATABASE_BUSY', message: expect.not.stringContaining('database is locked') as string };
    await expect(impatient.query('INSERT INTO t VALUES (1)')).rejects.toMatchObject(refusal);
    await expect(impatient.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(refusal);
    other.exec('COMMIT');
    await impatient.query('INSERT INTO t VALUES (1)');
  });

  test('keeps a transaction whole while a refused batch beside it meets the lock again and again', async () => {
    // First locked, then refused, then locked once more: the batch is by then being written row by row.
    const answers = [busy, () => new Error('refused'), busy, busy];
    let tries = 0;
    const troubled = database.write((connection) => {
      const answer = answers[tries++];
      if (answer) throw answer();
      connection.exec('INSERT INTO t VALUES (1)');
    });
    const neighbour = insert(2);
    await new Promise((resolve) => setImmediate(resolve));
    const transaction = database.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (3)');
      for (let tick = 0; tick < 50; tick++) await new Promise((resolve) => setTimeout(resolve, 1));
      await tx.query('INSERT INTO t VALUES (4)');
    });
    await Promise.all([transaction, troubled, neighbour]);
    const rows = await database.query<{ n: number }>('SELECT n FROM t ORDER BY n');
    expect(rows.map((row) => row.n)).toEqual([1, 2, 3, 4]);
  });

  test('notices commits of other connections by its data version, and not its own', async () => {
    const before = database.dataVersion();
    await insert(1);
    expect(database.dataVersion()).toBe(before);
    const other = connectSqlite(database.path);
    other.exec('INSERT INTO t VALUES (2)');
    other.close();
    expect(database.dataVersion()).not.toBe(before);
  });

  test('writes its log back when it is idle after many commits, and not before', async () => {
    const commit = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await insert(n);
    };
    const { mtimeMs } = statSync(database.path);
    await commit(200);
    expect(statSync(database.path).mtimeMs).toBe(mtimeMs);
    await commit(60);
    await expect.poll(() => statSync(database.path).mtimeMs, { timeout: 10_000, interval: 5 }).toBeGreaterThan(mtimeMs);
    expect(await count()).toBe(260);
  });

  test('has written its log back into its file when it is closed', async () => {
    await insert(1);
    await database.close();
    const log = statSync(`${database.path}-wal`, { throwIfNoEntry: false });
    expect(log?.size ?? 0).toBe(0);
  });

  test('recognizes a statement that writes, however it begins and whatever it returns', async () => {
    const write = 'WITH new (n) AS (SELECT ?) INSERT INTO t SELECT n FROM new RETURNING n';
    expect(await database.query(write, [5])).toEqual([{ n: 5 }]);
    expect(await database.query(write, [6])).toEqual([{ n: 6 }]);
    expect(await database.query('WITH all_rows AS (SELECT n FROM t) SELECT sum(n) AS sum FROM all_rows')).toEqual([
      { sum: 11 },
    ]);
  });

  test('reads on a connection that cannot write', () => {
    const write = (): void => database.read((connection) => connection.exec('INSERT INTO t VALUES (1)'));
    expect(write).toThrow(expect.objectContaining({ message: 'The SQLite database can only be read' }) as Error);
  });

  test('accepts a transaction of node:sqlite, where Node has it', async ({ skip }) => {
    const module = process.getBuiltinModule('node:sqlite') as { DatabaseSync: OpenSync } | undefined;
    if (module === undefined) return skip('this Node has no SQLite; test:nodes runs this test on others');
    const own = new module.DatabaseSync(database.path);
    own.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (1)');
    expect(await database.scope(own).query('INSERT INTO t VALUES (2) RETURNING n')).toEqual([{ n: 2 }]);
    own.exec('COMMIT');
    own.close();
    expect(await count()).toBe(2);
  });

  test('makes the folders on the way to its file', async () => {
    const path = join(directory, 'a', 'b', 'c.db');
    const nested = await openDatabase(path);
    await nested.close();
    expect(statSync(path).isFile()).toBe(true);
  });

  test('says with a code that its file is none, or none of its kind', async () => {
    const text = freshPath();
    writeFileSync(text, 'hello, I am a text file, and not a short one at that');
    for (const path of [text, directory, join(text, 'below.db')]) {
      await expect(SqliteDatabase.open(path)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    }
  });
});

describe('processes on one SQLite file', () => {
  test('eight that write at once never meet a locked database, and lose nothing', { timeout: 180_000 }, async () => {
    const path = freshPath();
    const writers = Array.from({ length: 8 }, async (_, index) => {
      const fixture = new URL('fixtures/write-many.ts', import.meta.url);
      const program = await startProgram(fixture, [path, `writer-${index}`, '40']);
      return program.nextLine() as Promise<{ errors: string[]; finished: number }>;
    });
    const reports = await Promise.all(writers);
    expect(reports.flatMap((report) => report.errors)).toEqual([]);
    const engine = await openEngine({ database: path });
    onTestFinished(() => engine.close());
    const rows = await allRows(engine.database);
    expect(rows).toHaveLength(8 * 40 * 4);
    const completed = rows.filter((row) => row.status === 'completed');
    expect(completed).toHaveLength(reports.reduce((sum, report) => sum + report.finished, 0));
    expect(completed.every((row) => row.fence === 1)).toBe(true);
    expect(await engine.database.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('one that is killed in the middle of a large transaction leaves a sound file without it', async () => {
    const path = freshPath();
    const program = await startProgram(new URL('fixtures/die-in-transaction.ts', import.meta.url), [path]);
    expect(await program.nextLine()).toBe('in the middle');
    program.kill('SIGKILL');
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL' });
    const wal = statSync(`${path}-wal`).size;
    expect(wal).toBeGreaterThan(10_000_000);
    const engine = await openEngine({ database: path });
    onTestFinished(() => engine.close());
    expect(await engine.database.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const rows = await allRows(engine.database);
    expect(rows.map((row) => row.payload)).toEqual(Array.from({ length: 100 }, () => '"committed"'));
    await engine.store.enqueue([aJob()]);
    expect(await allRows(engine.database)).toHaveLength(101);
  });
});
