import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RETRY, retryDelayMs, retryPolicy, type RetryPolicy } from '../../src/engine/retry.js';

const delays = (policy: Partial<RetryPolicy>, attempts: number[]): number[] =>
  attempts.map((attempt) => retryDelayMs(retryPolicy(policy), attempt, 0));

describe('the delay before a retry', () => {
  test('is 2, 4, 8, 16 … seconds by default, and at most 1024', () => {
    expect(delays({}, [1, 2, 3, 4, 5])).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(delays({}, [9, 10, 11, 50, 1_000])).toEqual([512_000, 1_024_000, 1_024_000, 1_024_000, 1_024_000]);
  });

  test('has up to a tenth more at random', () => {
    expect(retryDelayMs(DEFAULT_RETRY, 1, 0.5)).toBe(2_100);
    expect(retryDelayMs(DEFAULT_RETRY, 10, 1)).toBe(1_126_400);
  });

  test('grows evenly when linear, and not at all when fixed', () => {
    expect(delays({ kind: 'linear', baseMs: 500 }, [1, 2, 3])).toEqual([500, 1_000, 1_500]);
    expect(delays({ kind: 'linear', baseMs: 500, capMs: 1_200 }, [3, 4])).toEqual([1_200, 1_200]);
    expect(delays({ kind: 'fixed', baseMs: 500 }, [1, 2, 30])).toEqual([500, 500, 500]);
  });

  test('is a whole number between the plain delay and the jittered one, for every policy', () => {
    const policies = fc.record({
      kind: fc.constantFrom('exponential' as const, 'linear' as const, 'fixed' as const),
      baseMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
      capMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const dice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 1_000 }), dice, (policy, attempts, random) => {
        const delayMs = retryDelayMs(policy, attempts, random);
        expect(Number.isSafeInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        expect(delayMs).toBeLessThanOrEqual(Math.round(policy.capMs * (1 + policy.jitter)));
        expect(delayMs).toBeGreaterThanOrEqual(Math.floor(retryDelayMs(policy, attempts, 0)));
      }),
    );
  });

  test.each([
    { baseMs: -1 },
    { capMs: -1 },
    { capMs: Infinity },
    { jitter: 1.5 },
    { jitter: -0.1 },
    { baseMs: NaN },
    { kind: 'quadratic' as never },
  ])('a policy that cannot be used is refused: %j', (policy) => {
    expect(() => retryPolicy(policy)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }) as Error);
  });

  test.each([{ baseMs: 0 }, { capMs: 0 }, { jitter: 0 }, { jitter: 1 }, { kind: 'linear' as const }])(
    'a policy at its limits can be used: %j',
    (policy) => {
      expect(retryPolicy(policy)).toEqual({ ...DEFAULT_RETRY, ...policy });
    },
  );
});
