import { within } from '../../platform/index.js';

const MIN_AGE_MS = 2_000;
/** The share of time spent reading. When it takes long, it is done less often. */
const MAX_SHARE = 0.05;
/** A database that does not respond must not block the other metrics. */
const TIMEOUT_MS = 3_000;

/** Reads at most every two seconds, and less often when reading takes long. */
export function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let validUntil = -Infinity;
  return () => {
    if (current && performance.now() < validUntil) return current;
    const begun = performance.now();
    validUntil = Infinity;
    current = within(TIMEOUT_MS, read()).finally(() => {
      const now = performance.now();
      validUntil = now + Math.max(MIN_AGE_MS, (now - begun) / MAX_SHARE);
    });
    return current;
  };
}
