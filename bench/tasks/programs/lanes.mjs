import { nowMs } from '../../shared/clock.mjs';

/** After this many runs, all code is compiled. */
export const WARM_UP_RUNS = 100;

/** Calls `once` `runs` times, `lanes` at a time, and returns the seconds. */
export async function inLanes(runs, lanes, once) {
  let left = runs;
  const lane = async () => {
    while (left-- > 0) await once();
  };
  const startedAt = nowMs();
  await Promise.all(Array.from({ length: lanes }, lane));
  return (nowMs() - startedAt) / 1_000;
}
