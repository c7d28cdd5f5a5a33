import { CasparianError } from '../platform/index.js';

export interface RetryPolicy {
  /** exponential: base, 2 base, 4 base …; linear: base, 2 base, 3 base …; fixed: always base. */
  kind: 'exponential' | 'linear' | 'fixed';
  baseMs: number;
  capMs: number;
  /** Up to this share of the delay is added at random, so that jobs that failed together are not retried together. */
  jitter: number;
}

/** min(1024, 2^attempts) seconds: 2, 4, 8, 16 …, plus up to 10 %. */
export const DEFAULT_RETRY: RetryPolicy = { kind: 'exponential', baseMs: 2_000, capMs: 1_024_000, jitter: 0.1 };

/** How long after its `attempts`-th failure a job runs again. Pure: the caller supplies the random number. */
export function retryDelayMs(policy: RetryPolicy, attempts: number, random: number): number {
  const growth = { exponential: 2 ** (attempts - 1), linear: attempts, fixed: 1 }[policy.kind];
  const delayMs = Math.min(policy.capMs, policy.baseMs * growth);
  return Math.round(delayMs + delayMs * policy.jitter * random);
}

export function retryPolicy(options: Partial<RetryPolicy> = {}): RetryPolicy {
  const policy = { ...DEFAULT_RETRY, ...options };
  const { kind, baseMs, capMs, jitter } = policy;
  const times = [baseMs, capMs].every((ms) => Number.isFinite(ms) && ms >= 0);
  if (!times || !(jitter >= 0 && jitter <= 1) || !['exponential', 'linear', 'fixed'].includes(kind)) {
    throw new CasparianError('OPTION_INVALID', 'The retry policy cannot be used', {
      why: 'Its kind is exponential, linear or fixed, baseMs and capMs are not negative, jitter lies between 0 and 1.',
    });
  }
  return policy;
}
