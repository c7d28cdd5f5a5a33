import { describe, expect, test } from 'vitest';
import { getJob } from '../../src/engine/find-jobs.js';
import { shortIds } from '../../src/database/index.js';
import { STORES, useStage } from './staging/stage.js';
import { aJob } from './staging/store-calls.js';

const IDS = [
  '01900000-0000-7000-8000-000000000001',
  '01900000-0000-7000-8000-00000000000a',
  '01900001-aaaa-7000-8000-000000000001',
  '02000000-0000-7000-8000-000000000001',
];

describe.each(STORES)('ids on %s', (storeName) => {
  const stage = useStage(storeName);

  test.each([
    ['0190000', undefined],
    ['019', undefined],
    ['01900001', IDS[2]],
    ['01900001-AAAA', IDS[2]],
    ['02000000', IDS[3]],
    ['01900000-0000-7000-8000-00000000000A', IDS[1]],
    ['01900000000070008000000000000001', IDS[0]],
    ['not an id', undefined],
    ['03000000', undefined],
  ])('%s finds %s', async (text, id) => {
    await stage.store.enqueue(IDS.map((one) => aJob({ id: one })));
    const found = getJob(stage.engine.database, text);
    if (id) expect((await found).id).toBe(id);
    else await expect(found).rejects.toMatchObject({ code: text === '0190000' ? 'ID_AMBIGUOUS' : 'JOB_NOT_FOUND' });
  });

  test('are printed as short as they can be told apart, and each is found again', async () => {
    await stage.store.enqueue(IDS.map((one) => aJob({ id: one })));
    const { database } = stage.engine;
    const short = await shortIds(database, { table: 'cf_jobs' }, IDS);
    expect(IDS.map(short)).toEqual([IDS[0], IDS[1], '01900001', '02000000']);
    for (const id of IDS) expect((await getJob(database, short(id))).id).toBe(id);
  });
});
