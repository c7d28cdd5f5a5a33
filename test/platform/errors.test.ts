import { describe, expect, test } from 'vitest';
import { CasparianError, ERROR_CODES, errorMessage, isErrorCode } from '../../src/platform/index.js';

describe('errors', () => {
  test('every code says how a process exits with it and explains itself in sentences', () => {
    for (const [code, entry] of Object.entries(ERROR_CODES)) {
      expect(code).toMatch(/^[A-Z][A-Z_]+$/);
      expect([1, 2, 3, 75, 130]).toContain(entry.exit);
      expect(entry.explain, code).toMatch(/^[A-Z`].{20,}[.)]$/);
    }
  });

  test('an error takes retryability and exit code from the table, unless the case says otherwise', () => {
    expect(new CasparianError('DATABASE_BUSY', 'm')).toMatchObject({ retryable: true, exitCode: 75, next: [] });
    expect(new CasparianError('HANDLER_ERROR', 'm', { retryable: false }).retryable).toBe(false);
  });

  test('the cause is kept', () => {
    const cause = new Error('below');
    expect(new CasparianError('INTERNAL', 'above', { cause }).cause).toBe(cause);
    expect('cause' in new CasparianError('INTERNAL', 'above')).toBe(false);
  });

  test('a code is known by its own name only', () => {
    expect(isErrorCode('POISON_JOB')).toBe(true);
    expect(isErrorCode('poison_job')).toBe(false);
    expect(isErrorCode('toString')).toBe(false);
  });

  test('whatever was thrown has a message', () => {
    const silent = Object.create(null) as unknown;
    const odd = Object.assign(new Error('x'), { message: { not: 'text' } });
    for (const thrown of [new Error('m'), 'm', 5, null, undefined, {}, Symbol('s'), silent, odd]) {
      expect(typeof errorMessage(thrown)).toBe('string');
    }
    expect(errorMessage(new Error('m'))).toBe('m');
    expect(errorMessage('m')).toBe('m');
  });
});
