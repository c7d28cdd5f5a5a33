import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  complete,
  completeWithWarnings,
  defineJob,
  followUp,
  type JobDefinition,
  PermanentError,
  RetryableError,
  snooze,
} from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime } from '../staging/advance-time.js';
import { later } from '../staging/later.js';
import { allRows } from '../staging/rows.js';
import { STORES, useStage } from '../staging/stage.js';
import { enqueueOne } from '../staging/store-calls.js';
import { allJobsEnd, jobEnds, jobIs, startWorker } from '../staging/workers.js';

const at_once = { kind: 'fixed', baseMs: 0, jitter: 0 } as const;

describe.each(STORES)('what becomes of a job on %s', (storeName) => {
  const stage = useStage(storeName);

  async function runOne(definition: JobDefinition, payload: unknown = {}): Promise<string> {
    await startWorker(stage, [definition]);
    return (await stage.engine.enqueue(definition, payload)).id;
  }

  test('it completes with its result', async () => {
    const id = await runOne(defineJob({ type: 'x', run: () => ({ rows: 3 }) }));
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'completed', result: { rows: 3 }, attempts: 0, errors: [], leaseOwner: null });
    expect(job.finishedAt! - job.createdAt).toBeLessThan(60_000);
  });

  test('integers beyond 2^53 reach the handler, the result and the record as they are', async () => {
    const payload = { id: 12345678901234567890n, list: [-9007199254740993n, 1.5] };
    const seen: unknown[] = [];
    const id = await runOne(defineJob({ type: 'x', run: (given) => (seen.push(given), { given }) }), payload);
    expect(await jobEnds(stage.engine, id)).toMatchObject({ payload, result: { given: payload } });
    expect(seen).toEqual([payload]);
  });

  test('it completes with warnings', async () => {
    const id = await runOne(defineJob({ type: 'x', run: () => completeWithWarnings(1, ['odd']) }));
    expect(await jobEnds(stage.engine, id)).toMatchObject({
      ...{ status: 'completed_with_warnings', result: { result: 1, warnings: ['odd'] } },
    });
  });

  test('it fails, is tried again after its delay, and completes', async () => {
    const run = vi
      .fn()
      .mockRejectedValueOnce(new Error('first'))
      .mockRejectedValueOnce('second')
      .mockResolvedValue('third');
    const id = await runOne(defineJob({ type: 'x', retry: at_once, run }));
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'completed', attempts: 2, fence: 3, result: 'third' });
    expect(job.errors.map((error) => [error.attempt, error.message])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
  });

  test('a retry does not come before its time', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('first')).mockResolvedValue('second');
    const id = await runOne(defineJob({ type: 'x', retry: { kind: 'fixed', baseMs: 30_000, jitter: 0 }, run }));
    const waiting = await jobIs(stage.engine, id, (job) => job.attempts === 1);
    expect(waiting.status).toBe('pending');
    expect(waiting.runAt - waiting.startedAt!).toBeGreaterThanOrEqual(30_000);
    expect(waiting.runAt - waiting.startedAt!).toBeLessThan(60_000);
    expect(run).toHaveBeenCalledTimes(1);
    await advanceTime(stage.engine.database, 60_000);
    expect((await jobEnds(stage.engine, id)).status).toBe('completed');
  });

  test('it fails as often as it may, and ends in the dead letter with every error', async () => {
    const id = await runOne(
      defineJob({ type: 'x', retry: at_once, maxAttempts: 3, run: () => Promise.reject(new Error('no')) }),
    );
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'dead_letter', attempts: 3, crashes: 0 });
    expect(job.errors.map((error) => error.code)).toEqual(['HANDLER_ERROR', 'HANDLER_ERROR', 'HANDLER_ERROR']);
  });

  test('a permanent error is the end at once', async () => {
    const id = await runOne(defineJob({ type: 'x', run: () => Promise.reject(new PermanentError('wrong input')) }));
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1 });
    expect(job.errors).toMatchObject([{ code: 'PERMANENT_ERROR', message: 'wrong input' }]);
  });

  test('a payload that is invalid when it runs is a permanent failure', async () => {
    const definition = defineJob({ type: 'work', payload: z.object({ n: z.number() }), run: () => undefined });
    await startWorker(stage, [definition]);
    const id = await enqueueOne(stage.store, { payload: '{"n":"one"}' });
    stage.engine.wake();
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1, errors: [{ code: 'PAYLOAD_INVALID' }] });
  });

  test('Retry-After wins when it is larger than the delay', async () => {
    const error = new RetryableError('slow down', { retryAfterMs: 90_000 });
    const id = await runOne(defineJob({ type: 'x', run: () => Promise.reject(error) }));
    const job = await jobIs(stage.engine, id, ({ attempts }) => attempts === 1);
    expect(job.runAt - job.startedAt!).toBeGreaterThanOrEqual(90_000);
  });

  test('it snoozes uncharged, and comes back', async () => {
    const run = vi.fn().mockReturnValueOnce(snooze(60_000)).mockReturnValue('rested');
    const id = await runOne(defineJob({ type: 'x', run }));
    const asleep = await jobIs(stage.engine, id, (job) => job.fence === 1 && job.status === 'pending');
    expect(asleep).toMatchObject({ attempts: 0, errors: [] });
    expect(asleep.runAt - asleep.startedAt!).toBeGreaterThanOrEqual(60_000);
    await advanceTime(stage.engine.database, 61_000);
    expect(await jobEnds(stage.engine, id)).toMatchObject({ status: 'completed', attempts: 0, fence: 2 });
  });

  test('a short snooze ends on time, not at the next poll', async () => {
    const run = vi.fn().mockReturnValueOnce(snooze(50)).mockReturnValueOnce(snooze(50)).mockReturnValue('rested');
    const definition = defineJob({ type: 'x', run });
    await startWorker(stage, [definition], { pollEveryMs: 60_000 });
    const { id } = await stage.engine.enqueue(definition, {});
    expect((await jobEnds(stage.engine, id)).fence).toBe(3);
  });

  test('it takes too long, is aborted, and counts as failed', async () => {
    let aborted: unknown;
    const id = await runOne(
      defineJob({
        ...{ type: 'x', timeoutMs: 30, maxAttempts: 1 },
        run: (_, { signal }) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              aborted = signal.reason;
              reject(new Error('stopped'));
            }),
          ),
      }),
    );
    const job = await jobEnds(stage.engine, id);
    expect(job).toMatchObject({ status: 'dead_letter', attempts: 1, errors: [{ code: 'JOB_TIMEOUT' }] });
    expect(aborted).toMatchObject({ code: 'JOB_TIMEOUT' });
  });

  test('a handler that ignores its timeout is left behind, and its slot is free again', async () => {
    const deaf = defineJob({ type: 'deaf', timeoutMs: 20, maxAttempts: 1, run: () => new Promise(() => undefined) });
    const next = defineJob({ type: 'next', run: () => 'ran' });
    await startWorker(stage, [deaf, next], { concurrency: 1, abortGraceMs: 20 });
    const first = await stage.engine.enqueue(deaf, {});
    const second = await stage.engine.enqueue(next, {});
    expect(await jobEnds(stage.engine, first.id)).toMatchObject({
      status: 'dead_letter',
      errors: [{ code: 'JOB_TIMEOUT' }],
    });
    expect(await jobEnds(stage.engine, second.id)).toMatchObject({ status: 'completed' });
  });

  test('a chain of follow-ups runs through without waiting for a poll', async () => {
    const last = defineJob({ type: 'third', run: () => 'end' });
    const second = defineJob({ type: 'second', run: () => complete(2, { enqueue: [followUp(last, 3)] }) });
    const first = defineJob({ type: 'first', run: () => complete(1, { enqueue: [followUp(second, 2)] }) });
    await startWorker(stage, [first, second, last], { pollEveryMs: 60_000 });
    const { id } = await stage.engine.enqueue(first, 1, { tenant: 'acme', correlationId: 'order-1' });
    await jobEnds(stage.engine, id);
    await allJobsEnd(stage.engine);
    const rows = await allRows(stage.engine.database);
    expect(rows.map((row) => [row.type, row.status, row.tenant])).toEqual([
      ['first', 'completed', 'acme'],
      ['second', 'completed', 'acme'],
      ['third', 'completed', 'acme'],
    ]);
    expect(rows.map((row) => row.parent_job_id)).toEqual([null, rows[0]!.id, rows[1]!.id]);
    expect(rows.map((row) => row.correlation_id)).toEqual(['order-1', 'order-1', 'order-1']);
  });

  test('writes of a handler commit with its completion, exactly once', async () => {
    const id = await runOne(
      defineJob({
        type: 'x',
        run: () =>
          complete(1, {
            write: async (tx) => {
              await tx.script(`INSERT INTO cf_queues (name) VALUES ('written')`);
            },
          }),
      }),
    );
    expect((await jobEnds(stage.engine, id)).status).toBe('completed');
    expect(await stage.engine.database.query('SELECT name FROM cf_queues')).toEqual([{ name: 'written' }]);
  });

  test('a handler is told whether its commit took place', async () => {
    const told: string[] = [];
    const tooLate = later();
    const settled = (which: string) => (committed: boolean) => void told.push(`${which} ${committed}`);
    const refusing = { write: () => Promise.reject(new Error('refused')) };
    const answers: Record<string, () => unknown> = {
      committed: () => complete(1, { settled: settled('committed') }),
      written: () => complete(1, { write: () => Promise.resolve(), settled: settled('written') }),
      refused: () => complete(1, { ...refusing, settled: settled('refused') }),
      large: () => complete('x'.repeat(2_000_000), { settled: settled('large') }),
      late: async () => {
        await tooLate.promise;
        return complete(1, { settled: settled('late') });
      },
    };
    const definitions = Object.entries(answers).map(([type, run]) =>
      defineJob({ ...{ type, run, maxAttempts: 1 }, ...(type === 'late' ? { timeoutMs: 10 } : {}) }),
    );
    await startWorker(stage, definitions, { abortGraceMs: 10 });
    for (const definition of definitions) await stage.engine.enqueue(definition, {});
    await allJobsEnd(stage.engine);
    tooLate.resolve();
    await waitUntil(() => told.length === 5, { for: 'all to be told' });
    expect(told.sort()).toEqual(['committed true', 'large false', 'late false', 'refused false', 'written true']);
  });

  test('what a commit refers to is prepared before it, while the next job runs', async () => {
    const told: string[] = [];
    const nextRuns = later();
    const first = defineJob({
      type: 'first',
      run: () =>
        complete(1, {
          prepare: async () => {
            await nextRuns.promise;
            told.push('prepared');
          },
          write: async () => void told.push('written'),
        }),
    });
    const next = defineJob({ type: 'next', run: () => nextRuns.resolve() });
    await startWorker(stage, [first, next], { concurrency: 1 });
    const id = (await stage.engine.enqueue(first, {})).id;
    await stage.engine.enqueue(next, {});
    await allJobsEnd(stage.engine);
    expect(told).toEqual(['prepared', 'written']);
    expect(await stage.engine.job(id)).toMatchObject({ status: 'completed', result: 1 });
  });

  test('an attempt whose commit cannot be prepared failed, and nothing is written', async () => {
    const told: string[] = [];
    const unprepared = defineJob({
      ...{ type: 'unprepared', maxAttempts: 1 },
      run: () =>
        complete(1, {
          prepare: () => Promise.reject(new Error('the disk is full')),
          write: async () => void told.push('written'),
          settled: (committed) => void told.push(`committed ${committed}`),
        }),
    });
    await startWorker(stage, [unprepared]);
    const { id } = await stage.engine.enqueue(unprepared, {});
    await allJobsEnd(stage.engine);
    expect(told).toEqual(['committed false']);
    const { status, errors } = await stage.engine.job(id);
    expect([status, errors[0]?.message]).toEqual(['dead_letter', 'the disk is full']);
  });

  test.each(['the account is closed', 'no such account'])(
    'when its writes cannot be committed (%s), the attempt failed, and its neighbours are not held up',
    async (message) => {
      const broken = defineJob({
        ...{ type: 'broken', maxAttempts: 2, retry: at_once },
        run: () => complete(1, { write: () => Promise.reject(new Error(message)) }),
      });
      const fine = defineJob({ type: 'fine', run: () => 1 });
      await startWorker(stage, [broken, fine]);
      const [bad, good] = [await stage.engine.enqueue(broken, {}), await stage.engine.enqueue(fine, {})];
      expect((await jobEnds(stage.engine, good.id)).status).toBe('completed');
      const job = await jobEnds(stage.engine, bad.id);
      expect(job).toMatchObject({ status: 'dead_letter', attempts: 2, result: null });
      expect(job.errors.map((error) => error.message)).toEqual([message, message]);
    },
  );

  test('a write that was refused in a batch with others does not make theirs happen twice', async () => {
    const gate = { size: 10, open: (): void => undefined };
    const together = new Promise<void>((resolve) => (gate.open = resolve));
    let arrived = 0;
    const definition: JobDefinition = defineJob({
      ...{ type: 'x', maxAttempts: 1 },
      run: async (payload): Promise<unknown> => {
        if (++arrived === gate.size) gate.open();
        await together;
        return complete(payload, {
          write: async (tx) => {
            if (payload === 5) throw new Error('refused');
            await tx.script(`INSERT INTO cf_job_logs (job_id, fence, sequence, attempt, at, level, message)
              SELECT 'w', ${Number(payload)}, coalesce(max(sequence), 0) + 1, 0, 0, 'info', '' FROM cf_job_logs WHERE fence = ${Number(payload)}`);
          },
          enqueue: payload === 7 ? [followUp(definition, 99)] : [],
        });
      },
    });
    await startWorker(stage, [definition], { concurrency: 20 });
    await stage.engine.enqueueMany(definition, [...Array(gate.size).keys()]);
    await allJobsEnd(stage.engine);
    const written = await stage.engine.database.query('SELECT fence, sequence FROM cf_job_logs ORDER BY fence');
    expect(written).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 99].map((fence) => ({ fence, sequence: 1 })));
    const rows = await allRows(stage.engine.database);
    expect(rows).toHaveLength(gate.size + 1);
    expect(rows.filter((row) => row.status !== 'completed')).toMatchObject([{ payload: '5', status: 'dead_letter' }]);
  });

  test('a transaction of the handler commits while it holds the job, and its effects stay if the attempt fails', async () => {
    const id = await runOne(
      defineJob({
        ...{ type: 'x', maxAttempts: 1 },
        run: async (_, context) => {
          await context.transaction((tx) => tx.script(`INSERT INTO cf_queues (name) VALUES ('kept')`));
          throw new Error('later');
        },
      }),
    );
    expect((await jobEnds(stage.engine, id)).status).toBe('dead_letter');
    expect(await stage.engine.database.query('SELECT name FROM cf_queues')).toEqual([{ name: 'kept' }]);
  });

  test('a type the worker does not serve is left alone', async () => {
    await startWorker(stage, [defineJob({ type: 'x', run: () => undefined })]);
    const other = await enqueueOne(stage.store, { type: 'y' });
    const { id } = await stage.engine.enqueue(defineJob({ type: 'x', run: () => undefined }), {});
    await jobEnds(stage.engine, id);
    expect((await stage.engine.job(other)).status).toBe('pending');
  });
});
