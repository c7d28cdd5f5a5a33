import { describe, expect, test } from 'vitest';
import { complete, completeWithWarnings, PermanentError, RetryableError, snooze } from '../../src/engine/index.js';
import { isSnooze, outcomeOf } from '../../src/engine/outcome.js';

describe('what a handler may answer', () => {
  test.each([undefined, null, 0, '', 'text', [1], { result: 1 }, { delayMs: 5 }])('%j is a plain result', (answer) => {
    expect(outcomeOf(answer)).toMatchObject({ result: answer, warnings: [], effects: {} });
  });

  test('an outcome is taken as it is', () => {
    for (const outcome of [complete(1), completeWithWarnings(1, ['w']), snooze(5)]) {
      expect(outcomeOf(outcome)).toBe(outcome);
    }
    expect(isSnooze(snooze(5))).toBe(true);
    expect(isSnooze(complete({ delayMs: 5 }))).toBe(false);
  });

  test('a snooze is a whole number of milliseconds', () => {
    expect(snooze(1_500.6)).toMatchObject({ delayMs: 1_501 });
  });

  test.each([-1, NaN, Infinity])('nobody can sleep for %d ms', (delayMs) => {
    expect(() => snooze(delayMs)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }) as Error);
  });

  test('the two errors say whether another attempt makes sense', () => {
    const cause = new Error('below');
    expect(new PermanentError('m', { cause })).toMatchObject({ code: 'PERMANENT_ERROR', retryable: false, cause });
    expect(new RetryableError('m', { retryAfterMs: 5 })).toMatchObject({ retryable: true, retryAfterMs: 5 });
  });
});
