import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type CallerTransaction, connectSqlite, defineJob, openEngine } from '../../src/engine/index.js';
import { allRows } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';

const plain = defineJob({ type: 'plain', run: () => undefined });

describe('opening an engine', () => {
  test.each(['', 'mysql://host/name', 'postgres://host', 'sqlite::memory:', 'file://elsewhere/x.db'])(
    "'%s' is refused with a code",
    async (database) => {
      await expect(openEngine({ database })).rejects.toMatchObject({ code: 'DATABASE_URL_INVALID', exitCode: 2 });
    },
  );

  test('a server that is not there is said to be away', async () => {
    const database = 'postgres://me:secret@127.0.0.1:1/name';
    await expect(openEngine({ database, connectTimeoutMs: 2_000 })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
  });

  test('a folder that cannot be written to is said to be of no use', async () => {
    await expect(openEngine({ database: '/dev/null/casparian/jobs.db' })).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
  });
});

describe.each(STORES)("a caller's own transaction on %s", (storeName) => {
  const stage = useStage(storeName);

  async function begin(): Promise<{
    transaction: CallerTransaction;
    end: (how: 'COMMIT' | 'ROLLBACK') => Promise<void>;
  }> {
    if (storeName === 'SQLite') {
      const transaction = connectSqlite(stage.url.replace(/^sqlite:/, ''));
      transaction.exec('BEGIN IMMEDIATE');
      return {
        transaction,
        end: async (how) => {
          transaction.exec(how);
          transaction.close();
        },
      };
    }
    const transaction = new pg.Client({ connectionString: stage.url });
    await transaction.connect();
    await transaction.query('BEGIN');
    return {
      transaction,
      end: async (how) => {
        await transaction.query(how);
        await transaction.end();
      },
    };
  }

  test('has the job when it commits', async () => {
    const { transaction, end } = await begin();
    const receipts = await stage.engine.enqueueMany(plain, [1, 2], { transaction, idempotencyKey: 'k' });
    expect(receipts.map((receipt) => receipt.deduplicated)).toEqual([false, true]);
    expect(await allRows(stage.engine.database)).toEqual([]);
    await end('COMMIT');
    expect(await allRows(stage.engine.database)).toHaveLength(1);
  });

  test('has no job when it rolls back', async () => {
    const { transaction, end } = await begin();
    await stage.engine.enqueue(plain, 1, { transaction });
    await end('ROLLBACK');
    expect(await allRows(stage.engine.database)).toEqual([]);
  });
});

test('two engines on one new SQLite file, opened at the same moment, both find their tables', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'casparian-engine-'));
  const path = join(directory, 'new.db');
  const engines = await Promise.all(Array.from({ length: 4 }, () => openEngine({ database: path })));
  await Promise.all(engines.map((engine) => engine.enqueue(plain, 1)));
  expect(await engines[0]!.jobs()).toHaveLength(4);
  await Promise.all(engines.map((engine) => engine.close()));
  rmSync(directory, { recursive: true });
});
