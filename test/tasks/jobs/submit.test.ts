import { describe, expect, test } from 'vitest';
import type { JobStatus } from '../../../src/engine/index.js';
import { submitTasks, type TaskSubmission } from '../../../src/tasks/index.js';
import { updateRow } from '../../engine/staging/rows.js';
import { STORES } from '../../engine/staging/stage.js';
import { aSpec, sh } from './staging/a-spec.js';
import { useTaskStage } from './staging/task-stage.js';

describe.each(STORES)('submitting tasks on %s', (storeName) => {
  const stage = useTaskStage(storeName);
  const TRUE = aSpec(['/bin/true']);

  const endAs = (status: JobStatus, id: string): Promise<void> =>
    updateRow(stage.engine.database, id, { status, finished_at: Date.now() });

  test('what waits is answered with that job; the retry policy makes no other spec of it', async () => {
    const first = await stage.submit(TRUE);
    expect(first).toMatchObject({ status: 'pending', deduplicated: false });
    const again = await stage.submit(aSpec(['/bin/true'], { retry: { delayMs: 9 } }));
    expect(again).toEqual({ ...first, deduplicated: true });
    expect(await stage.submit(aSpec(['/bin/true', 'x']))).toMatchObject({ deduplicated: false });
    expect(await stage.submit(TRUE, { schedule: { tenant: 'acme' } })).toMatchObject({ deduplicated: false });
    expect(await stage.submit(TRUE, { reuse: 'never' })).toMatchObject({ deduplicated: false });
  });

  test('twenty submitters at once get one job', async () => {
    const another = await stage.openAnother();
    const spec = sh('true', { payload: { a: 1 } });
    const submissions: TaskSubmission[] = [{ spec, schedule: {}, reuse: 'running' }];
    const receipts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => submitTasks(index % 2 ? another : stage.engine, submissions)),
    );
    const all = receipts.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    expect(await stage.engine.jobs()).toHaveLength(1);
  });

  test('what has completed runs again, unless its record is asked for', async () => {
    const first = await stage.submit(TRUE);
    await endAs('completed', first.id);
    const memo = await stage.submit(TRUE, { reuse: 'completed' });
    expect(memo).toEqual({ ...first, status: 'completed', deduplicated: true });
    const second = await stage.submit(TRUE);
    expect(second).toMatchObject({ status: 'pending', deduplicated: false });
    expect(second.id).not.toBe(first.id);
  });

  test('what failed does not answer, nor what somebody has cancelled', async () => {
    const failed = await stage.submit(sh('exit 1'));
    await endAs('failed', failed.id);
    expect(await stage.submit(sh('exit 1'), { reuse: 'completed' })).toMatchObject({ deduplicated: false });
    const cancelled = await stage.submit(TRUE, { schedule: { queue: 'elsewhere' } });
    await stage.store.claim('w', 60_000, [
      { queue: 'elsewhere', tenant: 'default', type: 'task', priority: 2, headRunAt: 0, quota: 1 },
    ]);
    expect(await stage.engine.cancel(cancelled.id)).toMatchObject({ status: 'running' });
    expect(await stage.submit(TRUE, { schedule: { queue: 'elsewhere' } })).toMatchObject({ deduplicated: false });
  });

  test('a batch is accepted in one go, in order; those alike share a job, and each has its own schedule', async () => {
    const known = await stage.submit(aSpec(['/bin/echo', '3']));
    const batch = Array.from({ length: 500 }, (_, index): TaskSubmission => {
      return { spec: aSpec(['/bin/echo', String(index)]), schedule: { queue: `q${index % 2}` }, reuse: 'running' };
    });
    const receipts = await submitTasks(stage.engine, [...batch, batch[7]!, { ...batch[8]!, reuse: 'never' }]);
    expect(receipts).toHaveLength(502);
    expect(receipts[3]).toEqual({ ...known, deduplicated: true });
    expect(receipts[500]).toEqual({ ...receipts[7], deduplicated: true });
    expect(receipts[501]).toMatchObject({ specHash: receipts[8]!.specHash, deduplicated: false });
    expect(await stage.engine.jobs({ queue: 'q1', limit: 1_000 })).toHaveLength(249);
    const job = await stage.engine.job(receipts[499]!.id);
    expect(job).toMatchObject({
      queue: 'q1',
      specHash: receipts[499]!.specHash,
      payload: { command: ['/bin/echo', '499'] },
    });
  });

  test('one bad schedule among many refuses all of them', async () => {
    const batch: TaskSubmission[] = [
      { spec: TRUE, schedule: {}, reuse: 'running' },
      { spec: sh('true'), schedule: { queue: '' }, reuse: 'running' },
    ];
    await expect(submitTasks(stage.engine, batch)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    expect(await stage.engine.jobs()).toHaveLength(0);
  });
});
