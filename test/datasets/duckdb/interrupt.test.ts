import { expect, test } from 'vitest';
import { keepInterrupting } from '../../../src/datasets/duckdb/interrupt.js';
import { openDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';

test('ends a statement that has not begun yet', async () => {
  const { connection, close } = await openDuckDb();
  try {
    const statement = await connection.prepare('select count(*) from range(1000000000000)');
    // It still waits for a thread when it is interrupted.
    const running = statement.run();
    const stop = keepInterrupting(connection);
    await expect(running).rejects.toThrow('INTERRUPT');
    stop();
    const answer = await connection.runAndReadAll('select 1 as n');
    expect(answer.getRowObjects()).toEqual([{ n: 1 }]);
  } finally {
    await close();
  }
}, 20_000);
