import { describe, expect, test } from 'vitest';
import { queryBuilder } from '../../src/database/index.js';
import type { EngineSchema } from '../../src/engine/schema/tables.js';
import { STORES, useStage } from '../engine/staging/stage.js';

describe.each(STORES)('the query builder on %s', (storeName) => {
  const stage = useStage(storeName);

  test('writes and reads through the database, and inside a transaction through that', async () => {
    const queue = { name: 'q', paused_at: 5, paused_reason: null };
    const work = stage.engine.transaction(async (tx) => {
      await queryBuilder<EngineSchema>(tx).insertInto('cf_queues').values(queue).execute();
      const inside = await queryBuilder<EngineSchema>(tx).selectFrom('cf_queues').selectAll().execute();
      expect(inside).toMatchObject([queue]);
      throw new Error('taken back');
    });
    await expect(work).rejects.toThrow('taken back');
    const builder = queryBuilder<EngineSchema>(stage.engine.database);
    expect(await builder.selectFrom('cf_queues').selectAll().execute()).toEqual([]);
    await builder.insertInto('cf_queues').values(queue).execute();
    expect(await builder.selectFrom('cf_queues').selectAll().execute()).toMatchObject([queue]);
  });

  test('leaves transactions to the database, which owns the connection', async () => {
    const builder = queryBuilder<EngineSchema>(stage.engine.database);
    await expect(builder.transaction().execute(() => Promise.resolve())).rejects.toThrow('database.transaction()');
  });
});
