import { describe, expect, test } from 'vitest';
import { countByStatus, createWorker, defineJob } from '../../src/engine/index.js';
import type { Engine } from '../../src/engine/index.js';
import { STORES, useStage } from '../engine/staging/stage.js';
import { waitUntil } from '../services/wait-until.js';
import { startWorkerProcess } from './staging/worker-process.js';

const WRITERS = 8;
const JOBS_PER_WRITER = 75;

const quick = defineJob({ type: 'quick', run: () => undefined });

// The duration of this many commits depends on the disk.
describe('on SQLite', { timeout: 180_000 }, () => {
  const stage = useStage('SQLite');

  test('eight concurrent writers and two workers never get an error that the database is locked', async () => {
    for (let index = 0; index < 2; index++) {
      const worker = createWorker(await stage.openAnother(), { jobs: [quick] });
      stage.onCleanup(() => worker.stop());
      await worker.start();
    }
    const env = { JOBS: String(JOBS_PER_WRITER) };
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, () => startWorkerProcess('steady-writer.mjs', { url: stage.url, env })),
    );
    stage.onCleanup(() => Promise.all(writers.map((writer) => writer.end('SIGKILL'))));
    await waitUntil(() => writers.every((writer) => writer.output().includes('done')), {
      for: 'the writers to be done',
      timeoutMs: 120_000,
      evidence: () => writers.map((writer) => writer.output()).join('\n'),
    });
    expect(writers.map((writer) => writer.output().trim())).toEqual(writers.map(() => 'ready\ndone with 0 errors'));
    const total = WRITERS * JOBS_PER_WRITER;
    await waitUntil(async () => (await countByStatus(stage.engine.database)).completed === total, {
      for: 'the jobs to be done',
    });
  });
});

describe.each(STORES)('on %s', (storeName) => {
  const stage = useStage(storeName);

  test('a payload that is too deeply nested for the database does not hide other jobs from a filter', async () => {
    const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;
    await stage.engine.enqueue(quick, { parser: 'invoices', deep });
    const { id } = await stage.engine.enqueue(quick, { parser: 'invoices' });
    expect((await stage.engine.jobs({ fields: { parser: 'invoices' } })).map((job) => job.id)).toContain(id);
  });

  test('two processes that enqueue the same keys in opposite order both succeed', async () => {
    const keys = Array.from({ length: 200 }, (_, n) => `key ${n}`);
    const enqueueAll = (engine: Engine, inOrder: readonly string[]) =>
      Promise.all(inOrder.map((key) => engine.enqueue(quick, null, { idempotencyKey: key })));
    const [one, other] = [await stage.openAnother(), await stage.openAnother()];
    for (let round = 0; round < 5; round++) {
      const ofRound = keys.map((key) => `${round} ${key}`);
      const [forth, back] = await Promise.all([enqueueAll(one, ofRound), enqueueAll(other, ofRound.toReversed())]);
      expect(back.map(({ id }) => id).toReversed()).toEqual(forth.map(({ id }) => id));
    }
  });
});
