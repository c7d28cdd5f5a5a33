import { describe, expect, test } from 'vitest';
import { FINISHED_STATUSES, isFinished, JOB_STATUSES, parseStatus } from '../../src/engine/index.js';

describe('the status of a job', () => {
  test.each(JOB_STATUSES)('%s is read by its own name', (status) => {
    expect(parseStatus(status)).toBe(status);
    expect(parseStatus(` ${status.toUpperCase()} `)).toBe(status);
    expect(parseStatus(status.replaceAll('_', '-'))).toBe(status);
  });

  test.each([
    ['QUEUED', 'pending'],
    ['RUNNING', 'running'],
    ['SUCCEEDED', 'completed'],
    ['FAILED', 'failed'],
    ['DEAD_LETTER', 'dead_letter'],
    ['CANCELLED', 'cancelled'],
    ['PENDING', 'pending'],
    ['RETRYING', 'pending'],
    ['SUCCESSFUL', 'completed'],
    ['retryable', 'pending'],
    ['succeeded', 'completed'],
    ['dead', 'dead_letter'],
    ['canceled', 'cancelled'],
    ['completed-with-warnings', 'completed_with_warnings'],
  ])('%s is what another system calls %s', (alias, status) => {
    expect(parseStatus(alias)).toBe(status);
  });

  test.each(['', 'sleeping', 'constructor', '__proto__', 'toString', 'pending,running'])(
    "'%s' is refused with a code",
    (text) => {
      expect(() => parseStatus(text)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }) as Error);
    },
  );

  test('a misspelt status is met with a suggestion', () => {
    expect(() => parseStatus('compelted')).toThrow(
      expect.objectContaining({ next: ['Did you mean completed?'] }) as Error,
    );
  });

  test('finished is all but pending and running', () => {
    expect(JOB_STATUSES.filter(isFinished)).toEqual([...FINISHED_STATUSES]);
  });
});
