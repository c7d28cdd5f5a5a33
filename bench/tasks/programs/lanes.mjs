import { nowMs } from '../../shared/clock.mjs';

/** What compiles on first use has been compiled after this many. */
export const WARM_UP_RUNS = 100;

/** Runs `once` so many times, in so many lanes at a time, and answers the seconds. */
export async function inLanes(runs, lanes, once) {
  let left = runs;
  const lane = async () => {
    while (left-- > 0) await once();
  };
  const startedAt = nowMs();
  await Promise.all(Array.from({ length: lanes }, lane));
  return (nowMs() - startedAt) / 1_000;
}
