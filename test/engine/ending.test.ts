import { describe, expect, test } from 'vitest';
import {
  CRASH_BUDGET,
  cancelEnding,
  cancelledInstead,
  completionEnding,
  crashEnding,
  failureEnding,
  releaseEnding,
  snoozeEnding,
} from '../../src/engine/ending.js';
import { DEFAULT_RETRY } from '../../src/engine/index.js';
import type { AttemptError, Ending } from '../../src/engine/index.js';

const JOB = { id: 'id', fence: 4, attempts: 0, maxAttempts: 5, crashes: 0, errors: null, startedAt: 1_000 };
const HOW = { policy: DEFAULT_RETRY, worker: 'w', elapsedMs: 250, random: 0 };
const FAILURE = { code: 'NETWORK_ERROR', message: 'gone', retryable: true };
const EVIDENCE = { worker: 'w', lastHeartbeat: 2_000, now: 70_000 };

const errorsOf = (ending: Ending): AttemptError[] => JSON.parse(ending.errors ?? '[]') as AttemptError[];

describe('the ending of an attempt', () => {
  test('a retryable failure waits for the next attempt', () => {
    const ending = failureEnding(JOB, FAILURE, HOW);
    expect(ending).toMatchObject({ id: 'id', fence: 4, status: 'pending', delayMs: 2_000, charge: 1, crash: 0 });
    expect(errorsOf(ending)).toEqual([
      {
        ...{ code: 'NETWORK_ERROR', message: 'gone', worker: 'w', attempt: 1 },
        ...{ started: '1970-01-01T00:00:01.000Z', ended: '1970-01-01T00:00:01.250Z' },
      },
    ]);
  });

  test('facts are kept with the error, as many and as long as a row can bear', () => {
    const facts = { exit_code: 3, class: null, retryable: true, first: 'x'.repeat(15_000), second: 'y'.repeat(15_000) };
    const [error] = errorsOf(failureEnding(JOB, { ...FAILURE, facts }, HOW));
    expect(error!.facts).toMatchObject({ exit_code: 3, class: null, retryable: true, first: facts.first });
    expect(error!.facts!.second).toMatch(/^y{5000}… \(10000 more characters\)$/);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`fact_${index}`, index]));
    const [crowded] = errorsOf(failureEnding(JOB, { ...FAILURE, facts: many }, HOW));
    expect(Object.keys(crowded!.facts!)).toHaveLength(20);
  });

  test('the fifth failure is the last', () => {
    expect(failureEnding({ ...JOB, attempts: 3 }, FAILURE, HOW)).toMatchObject({ status: 'pending', delayMs: 16_000 });
    expect(failureEnding({ ...JOB, attempts: 4 }, FAILURE, HOW)).toMatchObject({
      status: 'dead_letter',
      delayMs: null,
    });
  });

  test('a permanent failure ends at once, however many attempts are left', () => {
    const ending = failureEnding(JOB, { ...FAILURE, retryable: false }, HOW);
    expect(ending).toMatchObject({ status: 'failed', delayMs: null, charge: 1 });
  });

  test('Retry-After wins when it is larger, and only then', () => {
    expect(failureEnding(JOB, { ...FAILURE, retryAfterMs: 60_000 }, HOW).delayMs).toBe(60_000);
    expect(failureEnding(JOB, { ...FAILURE, retryAfterMs: 10 }, HOW).delayMs).toBe(2_000);
  });

  test('errors are kept in order, and only the last twenty', () => {
    let job = { ...JOB, maxAttempts: 100, errors: null as string | null };
    for (let attempt = 0; attempt < 30; attempt++) {
      const ending = failureEnding({ ...job, attempts: attempt }, { ...FAILURE, message: `m${attempt}` }, HOW);
      job = { ...job, errors: ending.errors };
    }
    const kept = JSON.parse(job.errors!) as AttemptError[];
    expect(kept.map((error) => error.attempt)).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
    expect(kept.at(-1)?.message).toBe('m29');
  });

  test('a long message and a long stack are cut, and say so', () => {
    const long = 'x'.repeat(100_000);
    const [error] = errorsOf(failureEnding(JOB, { ...FAILURE, message: long, detail: long }, HOW));
    expect(error!.message).toMatch(/^x{2000}… \(98000 more characters\)$/);
    expect(error!.detail).toMatch(/^x{4000}… \(96000 more characters\)$/);
  });

  test('twenty of the longest errors stay below a megabyte', () => {
    const long = '\u0000'.repeat(100_000);
    let errors: string | null = null;
    for (let attempt = 0; attempt < 20; attempt++) {
      ({ errors } = failureEnding({ ...JOB, errors }, { ...FAILURE, message: long, detail: long }, HOW));
    }
    expect(errors!.length).toBeLessThan(1_000_000);
  });

  test('a crash is charged as an attempt and as a crash, and waits for no delay', () => {
    const ending = crashEnding(JOB, EVIDENCE);
    expect(ending).toMatchObject({ status: 'pending', delayMs: null, charge: 1, crash: 1 });
    expect(errorsOf(ending)).toMatchObject([{ code: 'WORKER_CRASHED', worker: 'w', attempt: 1 }]);
    expect(errorsOf(ending)[0]?.detail).toContain('1970-01-01T00:00:02.000Z');
  });

  test('one crash more than the budget is poison', () => {
    const job = { ...JOB, maxAttempts: 100 };
    expect(crashEnding({ ...job, crashes: CRASH_BUDGET - 1 }, EVIDENCE).status).toBe('pending');
    const ending = crashEnding({ ...job, crashes: CRASH_BUDGET }, EVIDENCE);
    expect(ending.status).toBe('dead_letter');
    expect(errorsOf(ending)).toMatchObject([{ code: 'POISON_JOB' }]);
  });

  test('a crash on the last attempt is the end', () => {
    const ending = crashEnding({ ...JOB, attempts: 4 }, EVIDENCE);
    expect(ending.status).toBe('dead_letter');
    expect(errorsOf(ending)).toMatchObject([{ code: 'WORKER_CRASHED' }]);
  });

  test('release, snooze and cancel charge nothing and keep the errors', () => {
    const uncharged = { charge: 0, crash: 0, errors: null, result: null };
    expect(releaseEnding(JOB)).toMatchObject({ ...uncharged, status: 'pending', delayMs: null });
    expect(snoozeEnding(JOB, 700)).toMatchObject({ ...uncharged, status: 'pending', delayMs: 700 });
    expect(cancelEnding(JOB)).toMatchObject({ ...uncharged, status: 'cancelled', delayMs: null });
  });

  test('a completion says whether it was warned', () => {
    expect(completionEnding(JOB, { result: '1', warned: false }).status).toBe('completed');
    expect(completionEnding(JOB, { result: '1', warned: true }).status).toBe('completed_with_warnings');
  });

  test('what fits is kept as it is, to the last character', () => {
    const failure = { ...FAILURE, message: 'm'.repeat(2_000), detail: 'd'.repeat(4_000), why: 'w'.repeat(2_000) };
    const [whole] = errorsOf(failureEnding(JOB, { ...failure, next: ['n'.repeat(2_000)], phase: 'p' }, HOW));
    expect(whole).toMatchObject({ message: failure.message, detail: failure.detail, why: failure.why, phase: 'p' });
    expect(whole!.next).toEqual(['n'.repeat(2_000)]);
    const longer = { message: 'm'.repeat(2_001), detail: 'd'.repeat(4_001), why: 'w'.repeat(2_001) };
    const [cut] = errorsOf(failureEnding(JOB, { ...FAILURE, ...longer, next: ['n'.repeat(2_001), 'b'] }, HOW));
    const texts = [cut!.message, cut!.detail, cut!.why, cut!.next![0]];
    for (const text of texts) expect(text).toMatch(/… \(1 more characters\)$/);
    expect(cut!.next![1]).toBe('b');
    const hints = [{ text: 'n'.repeat(2_001), action: 'job.show' } as never];
    const [hinted] = errorsOf(failureEnding(JOB, { ...FAILURE, next: hints }, HOW));
    expect(hinted!.next).toEqual([{ text: `${'n'.repeat(2_000)}… (1 more characters)`, action: 'job.show' }]);
  });

  test('an error that says no more has no more', () => {
    const [error] = errorsOf(failureEnding(JOB, { ...FAILURE, detail: '', why: '', phase: '', next: [] }, HOW));
    expect(Object.keys(error!)).toEqual(['code', 'message', 'worker', 'attempt', 'started', 'ended']);
  });

  test('facts that fill their room to the last character leave none to the next, and are kept themselves', () => {
    const facts = { first: 'x'.repeat(20_000), empty: '', second: 'y', number: 1 };
    const [error] = errorsOf(failureEnding(JOB, { ...FAILURE, facts }, HOW));
    expect(error!.facts).toEqual({ ...facts, second: '… (1 more characters)' });
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`fact_${index}`, index]));
    expect(errorsOf(failureEnding(JOB, { ...FAILURE, facts: twenty }, HOW))[0]!.facts).toEqual(twenty);
  });

  test('a permanent failure of the last attempt is failed, and not dead', () => {
    const ending = failureEnding({ ...JOB, attempts: 4 }, { ...FAILURE, retryable: false }, HOW);
    expect(ending.status).toBe('failed');
  });

  test('a poison job says how often it took its worker down, and what its budget is', () => {
    const [error] = errorsOf(crashEnding({ ...JOB, crashes: CRASH_BUDGET, maxAttempts: 100 }, EVIDENCE));
    expect(error).toMatchObject({
      message: 'The job took down its worker 4 times; its crash budget is 3',
      detail: 'last heartbeat 1970-01-01T00:00:02.000Z, lease found expired 1970-01-01T00:01:10.000Z',
      ended: '1970-01-01T00:01:10.000Z',
    });
  });

  test('a retry that becomes a cancel keeps its charge and its errors, and waits for nothing', () => {
    const retry = failureEnding(JOB, FAILURE, HOW);
    expect(cancelledInstead(retry)).toEqual({ ...retry, status: 'cancelled', delayMs: null });
  });
});
