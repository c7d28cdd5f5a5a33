import { describe, expect, test } from 'vitest';
import type { TransactionScope } from '../../src/database/index.js';
import { defineJob } from '../../src/engine/index.js';
import { STORES, useStage } from '../engine/staging/stage.js';

const quick = defineJob({ type: 'quick', run: () => 'done' });

describe.each(STORES)('a transaction on %s that is over', (storeName) => {
  const stage = useStage(storeName);

  test.each(['committed', 'rolled back'])(
    'and was %s takes no more statements: they would join another',
    async (how) => {
      const { database } = stage.engine;
      await database.script('DROP TABLE IF EXISTS late; CREATE TABLE late (id INTEGER)');
      let kept: TransactionScope | undefined;
      const work = database.transaction(async (tx) => {
        kept = tx;
        if (how === 'rolled back') throw new Error('the work failed');
      });
      await work.catch(() => undefined);
      const other = database.transaction(async () => {
        await expect(kept!.query('INSERT INTO late VALUES (1)')).rejects.toThrow(/is over/);
        await expect(kept!.script('INSERT INTO late VALUES (2)')).rejects.toThrow(/is over/);
        await expect(stage.engine.enqueue(quick, null, { transaction: kept! })).rejects.toThrow(/is over/);
      });
      await other;
      expect(await database.query('SELECT id FROM late')).toEqual([]);
      expect(await stage.engine.jobs()).toEqual([]);
    },
  );
});
