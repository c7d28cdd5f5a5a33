import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  complete,
  completeWithWarnings,
  defineJob,
  followUp,
  PermanentError,
  snooze,
} from '../../../src/engine/index.js';
import type { AttemptError, Ending, JobDefinition } from '../../../src/engine/index.js';
import type { JobOptions } from '../../../src/engine/declare-job.js';
import type { ClaimedJob } from '../../../src/engine/store.js';
import { Attempt } from '../../../src/engine/worker/attempt.js';
import { CasparianError, newId } from '../../../src/platform/index.js';
import { later } from '../staging/later.js';

const cancelled = () => new CasparianError('JOB_CANCELLED', 'cancelled');
const stopping = () => new CasparianError('WORKER_STOPPING', 'stopping');
const lost = () => new CasparianError('LEASE_LOST', 'lost');

/** Runs one attempt; `ended` is called as often as the attempt says that it is over. */
function attempt(
  options: Partial<JobOptions<undefined>> & { definition?: JobDefinition },
  values: Partial<ClaimedJob> = {},
) {
  const job: ClaimedJob = {
    ...{ id: newId(), fence: 1, tenant: 'acme', queue: 'q', type: 'x', payload: '{"n":1}', priority: 2, runAt: 0 },
    ...{
      attempts: 0,
      maxAttempts: 5,
      crashes: 0,
      errors: null,
      startedAt: 0,
      specHash: null,
      traceparent: null,
      correlationId: null,
      suspicion: 0,
    },
    ...values,
  };
  const ended = vi.fn<(ending: Ending | undefined) => void>();
  let settle: (ending: Ending | undefined) => void;
  const ending = new Promise<Ending | undefined>((resolve) => (settle = resolve));
  const setting = {
    ...{ worker: 'w', maxPayloadBytes: 1_000, abortGraceMs: 20 },
    sink: {
      progress: () => undefined,
      log: () => undefined,
      fencedTransaction: () => Promise.reject(new Error('not here')),
    },
  };
  const owner = {
    onAttemptEnd: (_: Attempt, how: Ending | undefined) => {
      ended(how);
      settle(how);
    },
  };
  const definition = options.definition ?? defineJob({ type: 'x', run: () => undefined, ...options });
  const one = new Attempt(job, definition, setting, owner);
  one.start();
  return { one, job, ended, ending };
}

const errorOf = (ending: Ending | undefined): AttemptError | undefined =>
  (JSON.parse(ending?.errors ?? '[]') as AttemptError[]).at(-1);

const ticks = async (count = 5): Promise<void> => {
  for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve));
};

describe('an attempt', () => {
  test.each([
    ['a plain value', () => ({ a: 1 }), '{"a":1}'],
    ['a promise', () => Promise.resolve([1]), '[1]'],
    ['nothing', () => undefined, null],
    ['null', () => null, null],
    ['false', () => false, 'false'],
    ['an outcome', () => complete('done'), '"done"'],
  ])('completes with %s', async (_, run, result) => {
    expect(await attempt({ run }).ending).toMatchObject({ status: 'completed', result, charge: 0 });
  });

  test('completes with warnings, which are kept with the result', async () => {
    const { ending } = attempt({ run: () => completeWithWarnings({ rows: 5 }, ['two were odd']) });
    expect(await ending).toMatchObject({
      status: 'completed_with_warnings',
      result: '{"rows":5,"warnings":["two were odd"]}',
    });
  });

  test('hands the handler its payload, its identity and its fence', async () => {
    const run = vi.fn<JobDefinition['run']>();
    const { job } = attempt({ run }, { attempts: 2, fence: 7 });
    const [payload, context] = run.mock.calls[0]!;
    expect(payload).toEqual({ n: 1 });
    expect(context.fence).toBe(7);
    expect(context.job).toEqual({
      ...{ id: job.id, type: 'x', tenant: 'acme', queue: 'q', priority: 2, attempt: 3, maxAttempts: 5 },
      startedAt: job.startedAt,
      specHash: null,
      traceparent: null,
      correlationId: null,
    });
    expect(context.signal.aborted).toBe(false);
  });

  test('gives the handler what the schema makes of the payload', async () => {
    const run = vi.fn();
    const definition = defineJob({ type: 'x', payload: z.object({ n: z.number().transform((n) => n + 1) }), run });
    await attempt({ definition: definition }).ending;
    expect(run.mock.calls[0]![0]).toEqual({ n: 2 });
  });

  test('fails for good with a payload its schema refuses, and the handler never sees it', async () => {
    const run = vi.fn();
    const definition = defineJob({ type: 'x', payload: z.object({ n: z.string() }), run });
    const ending = await attempt({ definition: definition }).ending;
    expect(ending).toMatchObject({ status: 'failed', charge: 1 });
    expect(errorOf(ending)).toMatchObject({ code: 'PAYLOAD_INVALID' });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ['throws', () => { throw new Error('boom'); }], // oxfmt-ignore
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('waits for a retry when the handler %s', async (_, run) => {
    const ending = await attempt({ run, retry: { jitter: 0 } }).ending;
    expect(ending).toMatchObject({ status: 'pending', charge: 1, delayMs: 2_000 });
    expect(errorOf(ending)).toMatchObject({ code: 'HANDLER_ERROR', message: 'boom', worker: 'w', attempt: 1 });
    expect(errorOf(ending)?.detail).toContain('attempt.test.ts');
  });

  test('ends in the dead letter when it was the last', async () => {
    const { ending } = attempt({ run: () => Promise.reject(new Error('boom')) }, { attempts: 4 });
    expect(await ending).toMatchObject({ status: 'dead_letter' });
  });

  test('fails for good when the handler says so', async () => {
    const { ending } = attempt({ run: () => Promise.reject(new PermanentError('never')) });
    expect(await ending).toMatchObject({ status: 'failed' });
  });

  test('snoozes uncharged', async () => {
    expect(await attempt({ run: () => snooze(500) }).ending).toMatchObject({
      status: 'pending',
      delayMs: 500,
      charge: 0,
    });
  });

  test('fails for good when the result cannot be kept', async () => {
    const large = await attempt({ run: () => 'x'.repeat(2_000) }).ending;
    expect([large?.status, errorOf(large)?.code]).toEqual(['failed', 'RESULT_TOO_LARGE']);
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const odd = await attempt({ run: () => cycle }).ending;
    expect([odd?.status, errorOf(odd)?.code]).toEqual(['failed', 'PAYLOAD_NOT_JSON']);
  });

  test('hands over follow-ups that belong to its tenant and to it, unless they say otherwise', async () => {
    const next = defineJob({ type: 'next', run: () => undefined });
    const enqueue = [followUp(next, 1), followUp(next, 2, { tenant: 'other', delayMs: 50 })];
    const { ending, job } = attempt({ run: () => complete(1, { enqueue }) });
    expect((await ending)?.followUps).toMatchObject([
      { type: 'next', payload: '1', tenant: 'acme', parentJobId: job.id },
      { type: 'next', payload: '2', tenant: 'other', parentJobId: job.id, delayMs: 50 },
    ]);
  });

  test('fails for good when a follow-up is invalid, rather than complete half', async () => {
    const next = defineJob({ type: 'next', payload: z.string(), run: () => undefined });
    const enqueue = [followUp(next as JobDefinition, 'ok'), followUp(next as JobDefinition, 5)];
    const { ending } = attempt({ run: () => complete(1, { enqueue }) });
    expect([(await ending)?.status, errorOf(await ending)?.code]).toEqual(['failed', 'PAYLOAD_INVALID']);
  });

  test('ends whatever the handler throws', async () => {
    for (const thrown of [Object.create(null), undefined, Symbol('s'), { message: {} }]) {
      const { ending } = attempt({
        run: () => {
          throw thrown;
        },
      });
      expect(await ending).toMatchObject({ status: 'pending', charge: 1 });
    }
  });
});

describe('an attempt that is aborted', () => {
  test('is cancelled when the handler gives in to its signal', async () => {
    const { one, ending } = attempt({ run: (_, { signal }) => aborts(signal) });
    one.abort(cancelled());
    expect(await ending).toMatchObject({ status: 'cancelled', charge: 0 });
  });

  test('is cancelled even when the handler returns a result', async () => {
    const work = later<unknown>();
    const { one, ending } = attempt({ run: () => work.promise });
    one.abort(cancelled());
    work.resolve('too late');
    expect(await ending).toMatchObject({ status: 'cancelled', result: null });
  });

  test('is over after the grace when the handler does not listen, and what it says later does not count', async () => {
    const work = later<unknown>();
    const { one, ended, ending } = attempt({ run: () => work.promise });
    one.abort(cancelled());
    expect(await ending).toMatchObject({ status: 'cancelled' });
    work.resolve('late');
    await ticks();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('times out, aborts the signal with the reason, and counts as failed', async () => {
    let reason: unknown;
    const { ending } = attempt({
      timeoutMs: 5,
      run: (_, { signal }) => aborts(signal).catch((error: unknown) => {
        reason = signal.reason;
        throw error;
      }), // oxfmt-ignore
    });
    const how = await ending;
    expect(how).toMatchObject({ status: 'pending', charge: 1 });
    expect(errorOf(how)).toMatchObject({ code: 'JOB_TIMEOUT' });
    expect(reason).toMatchObject({ code: 'JOB_TIMEOUT' });
  });

  test('counts as failed after a timeout even when the handler then returns in good order', async () => {
    const { ending } = attempt({
      ...{ timeoutMs: 5 },
      run: async (_, { signal }) => {
        await aborts(signal).catch(() => undefined);
        return 'only half of it';
      },
    });
    const how = await ending;
    expect(how).toMatchObject({ status: 'pending', charge: 1, result: null });
    expect(errorOf(how)).toMatchObject({ code: 'JOB_TIMEOUT' });
  });

  test('has no timer left to fire once it is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ending } = attempt({ timeoutMs: 5, run: () => 'done' });
    expect(await ending).toMatchObject({ status: 'completed' });
    const aborted = attempt({ timeoutMs: 5, run: (_, { signal }) => aborts(signal) });
    aborted.one.abort(stopping());
    expect(vi.getTimerCount()).toBe(2);
    expect(await aborted.ending).toMatchObject({ status: 'pending' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('goes back uncharged when the worker stops', async () => {
    const { one, ending } = attempt({ run: (_, { signal }) => aborts(signal) });
    one.abort(stopping());
    expect(await ending).toMatchObject({ status: 'pending', charge: 0, delayMs: null, errors: null });
  });

  test('completes when the handler finishes its work while the worker stops', async () => {
    const work = later<unknown>();
    const { one, ending } = attempt({ run: () => work.promise });
    one.abort(stopping());
    work.resolve('done in time');
    expect(await ending).toMatchObject({ status: 'completed', result: '"done in time"' });
  });

  test('has no ending when the lease was lost: the job is not ours to end', async () => {
    const { one, ended, ending } = attempt({ run: (_, { signal }) => aborts(signal) });
    one.abort(lost());
    expect(await ending).toBeUndefined();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('keeps its first reason', async () => {
    const { one, ending } = attempt({ run: (_, { signal }) => aborts(signal) });
    one.abort(cancelled());
    one.abort(stopping());
    expect(await ending).toMatchObject({ status: 'cancelled' });
  });

  test('is over after the shorter grace when it is aborted again in a hurry', async () => {
    const { one, ending } = attempt({ run: () => later<unknown>().promise });
    one.abort(cancelled(), 60_000);
    one.abort(stopping(), 5);
    expect(await ending).toMatchObject({ status: 'cancelled' });
  });

  test('is over once, even when it is given up while its follow-ups are still being checked', async () => {
    const check = later<unknown>();
    const next = defineJob({ type: 'next', payload: z.string().refine(() => check.promise), run: () => undefined });
    const { one, ended, ending } = attempt({ run: () => complete(1, { enqueue: [followUp(next, 'x')] }) });
    await ticks(1);
    one.abort(cancelled(), 1);
    expect(await ending).toMatchObject({ status: 'cancelled' });
    check.resolve(true);
    await ticks();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('shows an abort that came before the handler asked for its signal', async () => {
    const work = later<unknown>();
    let seen: unknown;
    const { one, ending } = attempt({
      run: async (_, context) => {
        await work.promise;
        seen = context.signal.reason;
      },
    });
    one.abort(cancelled());
    work.resolve(undefined);
    await ending;
    expect(seen).toMatchObject({ code: 'JOB_CANCELLED' });
  });
});

function aborts(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
}
