import { nowMs, sleep } from '../../shared/clock.mjs';

const LIMIT_MS = 300_000;

/** Polls `isTrue` about once a millisecond until it returns true; throws after five minutes. */
export async function until(isTrue, what) {
  const giveUpAt = nowMs() + LIMIT_MS;
  while (!(await isTrue())) {
    if (nowMs() > giveUpAt) throw new Error(`timed out after ${LIMIT_MS / 1000} s waiting for: ${what}`);
    await sleep(1);
  }
}
