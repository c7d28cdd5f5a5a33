import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { preparedQuery } from '../../src/database/index.js';
import type { EngineSchema } from '../../src/engine/schema/tables.js';
import { STORES, useStage } from '../engine/staging/stage.js';

interface NewQueue {
  readonly name: string;
  readonly reason: string | null;
}

describe.each(STORES)('a prepared query on %s', (storeName) => {
  const stage = useStage(storeName);

  test('is built once, and runs with the values of each call', async () => {
    let builds = 0;
    const insert = preparedQuery((builder: Kysely<EngineSchema>, { name, reason }: NewQueue) => {
      builds += 1;
      return builder
        .insertInto('cf_queues')
        .values({ name, paused_at: 5, paused_reason: reason })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ paused_reason: reason }))
        .returning('name');
    });
    const find = preparedQuery((builder: Kysely<EngineSchema>, { first, second }: { first: string; second: string }) =>
      builder
        .selectFrom('cf_queues')
        .select(['name', 'paused_at', 'paused_reason'])
        .where('name', 'in', [first, second])
        .orderBy('name'),
    );
    const { database } = stage.engine;
    expect(await insert(database, { name: 'a', reason: 'later' })).toEqual([{ name: 'a' }]);
    await database.transaction(async (tx) => {
      await insert(tx, { name: 'b', reason: null });
      await insert(tx, { name: 'a', reason: 'now' });
    });
    expect(builds).toBe(1);
    expect(await find(database, { first: 'a', second: 'b' })).toEqual([
      { name: 'a', paused_at: 5, paused_reason: 'now' },
      { name: 'b', paused_at: 5, paused_reason: null },
    ]);
    expect(await find(database, { first: 'b', second: 'c' })).toHaveLength(1);
  });
});
