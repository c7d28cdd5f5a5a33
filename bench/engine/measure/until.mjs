import { nowMs, sleep } from '../../shared/clock.mjs';

const LIMIT_MS = 300_000;

/** Asks `isTrue` about once a millisecond until it says yes; gives up loudly after five minutes. */
export async function until(isTrue, what) {
  const giveUpAt = nowMs() + LIMIT_MS;
  while (!(await isTrue())) {
    if (nowMs() > giveUpAt) throw new Error(`waited ${LIMIT_MS / 1000} s in vain for: ${what}`);
    await sleep(1);
  }
}
