import type { Executor } from '../../database/index.js';
import { type Census, takeCensus } from '../../engine/index.js';
import { within } from '../../platform/index.js';

const MIN_AGE_MS = 2_000;
/** Of the time. When counting takes long, it is done less often. */
const MAX_SHARE = 0.05;
/** A frozen database must not keep the other metrics from being scraped. */
const TIMEOUT_MS = 3_000;

/** Counts the jobs, at most every two seconds, and less often when counting takes long. */
export function cachedCensus(database: Executor): () => Promise<Census> {
  let current: Promise<Census> | undefined;
  let validUntil = -Infinity;
  return () => {
    if (current && performance.now() < validUntil) return current;
    const begun = performance.now();
    validUntil = Infinity;
    current = within(TIMEOUT_MS, takeCensus(database)).finally(() => {
      const now = performance.now();
      validUntil = now + Math.max(MIN_AGE_MS, (now - begun) / MAX_SHARE);
    });
    return current;
  };
}
