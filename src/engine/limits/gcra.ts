import type { Emission } from './rate.js';

/**
 * The state of one rate limit (generic cell rate algorithm). `tatUs` is the theoretical arrival time: when the bucket is full
 * again. One integer replaces a count of tokens and the job that would refill it.
 */
export interface Bucket {
  tatUs: number;
  /** The clock at the last grant. */
  seenUs: number;
  /** The rate at the last grant; null before the first. */
  emissionUs: number | null;
  burst: number | null;
}

export interface Meter {
  /** How many tokens can be taken at once now. */
  remaining: number;
  /** Until the bucket is full again. */
  resetUs: number;
}

export interface Grant extends Meter {
  granted: true;
  /** How long the caller must wait before it uses the tokens. */
  waitUs: number;
  tatUs: number;
  nowUs: number;
}

export interface Refusal extends Meter {
  granted: false;
  /** Until as many tokens are available; null if the rate is 0. */
  retryUs: number | null;
  nowUs: number;
}

/** A clock that went back by more is a step, not a statement that waited for a lock. */
export const CLOCK_STEP_US = 60_000_000;

export const NEW_BUCKET: Bucket = { tatUs: 0, seenUs: 0, emissionUs: null, burst: null };

/** Pure. The statement in `take-tokens.ts` decides the same; both are tested with the same cases. */
export function takeFrom(
  bucket: Bucket,
  rate: Emission,
  { nowUs, n, maxWaitUs }: { nowUs: number; n: number; maxWaitUs: number },
): Grant | Refusal {
  const { tatUs, nowUs: now } = current(bucket, rate, nowUs);
  const { emissionUs, burst } = rate;
  if (emissionUs === 0) return { granted: false, retryUs: null, remaining: 0, resetUs: 0, nowUs: now };
  const next = Math.max(tatUs, now) + n * emissionUs;
  const waitUs = next - emissionUs * burst - now;
  if (n > 0 && waitUs > maxWaitUs) return { granted: false, retryUs: waitUs, ...meterOf(tatUs, rate, now), nowUs: now };
  return { granted: true, waitUs: Math.max(0, waitUs), ...meterOf(next, rate, now), tatUs: next, nowUs: now };
}

/**
 * The bucket at this moment and under this rate. A small step back is a late statement: time does not move. After a large one,
 * the clock was corrected, and the bucket moves with it. A changed rate starts with at most an empty bucket: debts of the old
 * rate, which can be hours long, are forgiven.
 */
export function current(bucket: Bucket, rate: Emission, nowUs: number): { tatUs: number; nowUs: number } {
  const backUs = bucket.seenUs - nowUs;
  const stepped = backUs > CLOCK_STEP_US;
  const now = stepped ? nowUs : Math.max(nowUs, bucket.seenUs);
  const tat = stepped ? bucket.tatUs - backUs : bucket.tatUs;
  const changed = bucket.emissionUs !== rate.emissionUs || bucket.burst !== rate.burst;
  return { tatUs: changed ? Math.min(tat, now + rate.emissionUs * rate.burst) : tat, nowUs: now };
}

export function meterOf(tatUs: number, { emissionUs, burst }: Emission, nowUs: number): Meter {
  const resetUs = Math.max(0, tatUs - nowUs);
  if (emissionUs === 0) return { remaining: 0, resetUs: 0 };
  return { remaining: Math.max(0, Math.floor((emissionUs * burst - resetUs) / emissionUs)), resetUs };
}
