import { setTimeout as sleep } from 'node:timers/promises';

/** A longer timer would overflow, and fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits for the work, at most this long. */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const timeUp = new AbortController();
  const rings = sleep(Math.min(ms, MAX_TIMER_MS), undefined, { signal: timeUp.signal }).catch(() => undefined);
  try {
    await Promise.race([work, rings]);
  } finally {
    timeUp.abort();
  }
}
