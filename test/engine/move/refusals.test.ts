import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../staging/later.js';
import { createWorker, defineJob, moveJobs } from '../../../src/engine/index.js';
import type { Engine, Worker } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime } from '../staging/advance-time.js';
import { contents, openSource, openTarget } from './two-databases.js';
import { fillWithEverything, plain } from './varied-jobs.js';

async function startWorker(engine: Engine): Promise<Worker> {
  const worker = createWorker(engine, { jobs: [plain], id: 'busy-worker' });
  await worker.start();
  onTestFinished(async () => void (await worker.stop({ graceMs: 0 })));
  return worker;
}

describe('a move is refused, and writes nothing,', () => {
  test('while a worker of the source lives, and no longer', async () => {
    const source = await openSource();
    const target = await openTarget();
    await source.enqueue(plain, 'later', { delayMs: 60_000 });
    const worker = await startWorker(source);
    const refused = moveJobs(source, target);
    await expect(refused).rejects.toMatchObject({ code: 'MOVE_SOURCE_BUSY' });
    await expect(refused).rejects.toMatchObject({ why: expect.stringContaining('busy-worker') as string });
    expect(await target.jobs()).toEqual([]);
    await worker.stop();
    await moveJobs(source, target);
    expect(await target.jobs()).toHaveLength(1);
  });

  test('while a lease is held, until it expires', async () => {
    const source = await openSource();
    const target = await openTarget();
    await source.enqueue(defineJob({ type: 'held', run: () => undefined }), null);
    const { lanes } = await source.store.findReadyLanes({ types: ['held'] });
    await source.store.claim(
      'holder',
      60_000,
      lanes.map((lane) => ({ ...lane, quota: 1 })),
    );
    await expect(moveJobs(source, target)).rejects.toMatchObject({ code: 'MOVE_SOURCE_BUSY' });
    expect(await target.jobs()).toEqual([]);
    await advanceTime(source.database, 61_000);
    await moveJobs(source, target);
    expect(await target.jobs()).toMatchObject([{ status: 'running', leaseOwner: 'holder', fence: 1 }]);
  });

  test.each<[string, (target: Engine) => Promise<unknown>]>([
    ['job', (target) => target.enqueue(plain, 'of the target')],
    ['schedule', (target) => target.schedule('nightly', plain, null, { cron: '0 3 * * *' })],
    ['paused queue', (target) => target.pauseQueue('closed')],
  ])('when the target has a %s of its own', async (_what, write) => {
    const source = await openSource();
    const target = await openTarget();
    await source.enqueue(plain, 'of the source');
    await write(target);
    const before = await contents(target);
    await expect(moveJobs(source, target)).rejects.toMatchObject({ code: 'MOVE_TARGET_NOT_EMPTY' });
    expect(await contents(target)).toEqual(before);
  });

  test('when the target has moved on: what was done there is not undone', async () => {
    const source = await openSource();
    const target = await openTarget();
    const { id: done } = await source.enqueue(plain, 'done on the target');
    const { id: cancelled } = await source.enqueue(plain, 'cancelled on the target', { delayMs: 60_000 });
    await moveJobs(source, target);
    const worker = await startWorker(target);
    await waitUntil(async () => (await target.job(done)).status === 'completed', { for: 'the job' });
    await worker.stop();
    await expect(moveJobs(source, target)).rejects.toMatchObject({ code: 'MOVE_TARGET_NOT_EMPTY' });
    expect(await target.job(done)).toMatchObject({ status: 'completed', fence: 1 });

    const second = await openTarget();
    await moveJobs(source, second);
    await second.cancel(cancelled);
    await expect(moveJobs(source, second)).rejects.toMatchObject({ code: 'MOVE_TARGET_NOT_EMPTY' });
    expect(await second.job(cancelled)).toMatchObject({ status: 'cancelled' });
  });

  test('while workers wait at the target: they would begin before the copy is proven', async () => {
    const source = await openSource();
    const target = await openTarget();
    await source.enqueue(plain, 'of the source');
    const worker = await startWorker(target);
    await expect(moveJobs(source, target)).rejects.toMatchObject({ code: 'MOVE_TARGET_BUSY' });
    expect(await target.jobs()).toEqual([]);
    await worker.stop();
    await moveJobs(source, target);
    expect(await target.jobs()).toHaveLength(1);
  });
});

test('nothing can be written to the source while it is copied', async () => {
  const source = await openSource();
  const target = await openTarget();
  await fillWithEverything(source);
  let enqueued = false;
  const copying = later();
  const moving = moveJobs(source, target, {
    onProgress: () => {
      copying.resolve();
      expect(enqueued).toBe(false);
    },
  });
  await copying.promise;
  const late = source.enqueue(plain, 'too late').then(() => (enqueued = true));
  const reports = await moving;
  await late;
  expect(await source.jobs({ limit: 1_000 })).toHaveLength(reports[0]!.rows + 1);
  expect(await target.jobs({ limit: 1_000 })).toHaveLength(reports[0]!.rows);
});
