import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AttemptError,
  countTroubled,
  findTroubled,
  type JobStatus,
  troubleGroups,
  type TroubleFilter,
} from '../../src/engine/index.js';
import { databaseNow } from './staging/advance-time.js';
import { rowOf, updateRow } from './staging/rows.js';
import { STORES, useStage } from './staging/stage.js';
import { claimDue, enqueueOne, ids } from './staging/store-calls.js';

const HOUR_MS = 3_600_000;

describe.each(STORES)('looking after failed jobs on %s', (storeName) => {
  const stage = useStage(storeName);
  let refused: string;
  let timedOut: string;
  let done: string;

  async function ended(
    status: JobStatus,
    errors: Partial<AttemptError>[],
    job: Parameters<typeof enqueueOne>[1] = {},
    agoMs = 0,
  ): Promise<string> {
    const id = await enqueueOne(stage.store, job);
    const finished_at = (await databaseNow(stage.engine.database)) - agoMs;
    await updateRow(stage.engine.database, id, { status, finished_at, attempts: 2, errors: JSON.stringify(errors) });
    return id;
  }

  beforeEach(async () => {
    refused = await ended(
      'failed',
      [
        { code: 'NETWORK_ERROR', message: 'gone' },
        { code: 'TASK_FAILED', message: 'No such TABLE: 100%_done\0' },
      ],
      { tenant: 'acme', payload: '{"command":["/usr/bin/python","-m","x"],"payload":"\\u0000"}' },
      2 * HOUR_MS,
    );
    timedOut = await ended('dead_letter', [{ code: 'TASK_TIMEOUT', message: 'Ärger: too slow' }], {
      queue: 'mail',
      type: 'send',
      payload: '{"command":["python"]}',
    });
    await ended('failed', [], { payload: '"no object"' });
    done = await ended('completed', [{ code: 'TASK_FAILED', message: 'once' }]);
    await enqueueOne(stage.store);
  });

  const found = async (filter: TroubleFilter): Promise<string[]> =>
    ids(await findTroubled(stage.engine.database, filter));

  test('the newest comes first, and nothing that is well', async () => {
    expect(await found({})).toHaveLength(3);
    expect(await found({ ids: [refused, timedOut, done, 'nonsense'] })).toEqual([timedOut, refused]);
    expect(await found({ limit: 1, types: ['send', 'work'], queue: 'mail' })).toEqual([timedOut]);
  });

  test('they are counted up to the limit', async () => {
    const { database } = stage.engine;
    expect(await countTroubled(database, {})).toBe(3);
    expect(await countTroubled(database, { limit: 2 })).toBe(2);
    expect(await countTroubled(database, { queue: 'mail', limit: 2 })).toBe(1);
    expect(await countTroubled(database, { queue: 'nowhere' })).toBe(0);
  });

  test('each filter, alone and together', async () => {
    expect(await found({ statuses: ['dead_letter'] })).toEqual([timedOut]);
    expect(await found({ types: ['send'] })).toEqual([timedOut]);
    expect(await found({ types: [] })).toEqual([]);
    expect(await found({ queue: 'mail' })).toEqual([timedOut]);
    expect(await found({ tenant: 'acme' })).toEqual([refused]);
    expect(await found({ code: 'TASK_FAILED' })).toEqual([refused]);
    expect(await found({ code: 'NETWORK_ERROR' })).toEqual([]);
    expect(await found({ message: 'such table: 100%_d' })).toEqual([refused]);
    expect(await found({ message: '1__%' })).toEqual([]);
    expect(await found({ message: 'Ärger: TOO' })).toEqual([timedOut]);
    expect(await found({ ids: [timedOut.toUpperCase()] })).toEqual([timedOut]);
    expect(await found({ command: 'python' })).toEqual([timedOut, refused]);
    expect(await found({ command: '/usr/bin/python' })).toEqual([refused]);
    expect(await found({ command: 'Python' })).toEqual([]);
    expect(await found({ command: 'x' })).toEqual([refused]);
    expect(await found({ olderThanMs: HOUR_MS })).toEqual([refused]);
    expect(await found({ newerThanMs: HOUR_MS, command: 'python' })).toEqual([timedOut]);
  });

  test('those that failed alike are one group, the largest first', async () => {
    const second = await ended('failed', [{ code: 'TASK_TIMEOUT', message: 'Ärger: too slow' }], { type: 'send' });
    const { database } = stage.engine;
    const { groups, total, capped } = await troubleGroups(database, { limit: 2, types: ['send', 'work'] });
    expect([total, capped]).toEqual([4, false]);
    expect(groups).toHaveLength(2);
    expect(groups[0]).toMatchObject({ type: 'send', code: 'TASK_TIMEOUT', message: 'Ärger: too slow', count: 2 });
    expect(groups[0]!.exampleId).toBe(second);
  });

  test('of too many, the newest are looked at, and the answer is marked as capped', async () => {
    const newest = await ended('failed', [{ code: 'NEW', message: 'new' }]);
    const { database } = stage.engine;
    const { groups, total, capped } = await troubleGroups(database, { types: ['work'] }, 1);
    expect(groups.map(({ exampleId }) => exampleId)).toEqual([newest]);
    expect([total, capped]).toEqual([1, true]);
  });

  test('retried, they run again with fresh counters and their errors; only those that match', async () => {
    expect(await stage.engine.retryTroubled({ code: 'TASK_FAILED' })).toBe(1);
    const row = await rowOf(stage.engine.database, refused);
    expect(row).toMatchObject({ status: 'pending', attempts: 0, finished_at: null });
    expect(JSON.parse(row.errors!)).toHaveLength(2);
    expect(ids(await claimDue(stage.store))).toContain(refused);
    expect((await rowOf(stage.engine.database, timedOut)).status).toBe('dead_letter');
  });

  test('dismissed, they are cancelled; with a limit the newest of them', async () => {
    expect(await stage.engine.dismissTroubled({ command: 'python', limit: 1 })).toBe(1);
    expect((await rowOf(stage.engine.database, timedOut)).status).toBe('cancelled');
    expect((await rowOf(stage.engine.database, refused)).status).toBe('failed');
    expect(await stage.engine.dismissTroubled({})).toBe(2);
    expect(await found({})).toEqual([]);
  });
});
