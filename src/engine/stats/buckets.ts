/**
 * The upper bounds of the duration histogram, in milliseconds; a last bucket takes the rest. Half a power of ten each: enough to tell
 * 0.1 s from 0.3 s in a chart, and few enough for a column each.
 */
const BOUNDS_MS = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000] as const;

const BUCKETS = BOUNDS_MS.length + 1;

export const BUCKET_COLUMNS: readonly string[] = Array.from({ length: BUCKETS }, (_, index) => `d${index}`);

export function emptyBuckets(): number[] {
  return Array.from({ length: BUCKETS }, () => 0);
}

export function bucketOf(durationMs: number): number {
  let bucket = 0;
  while (bucket < BOUNDS_MS.length && durationMs > (BOUNDS_MS[bucket] as number)) bucket++;
  return bucket;
}

/** SQL that counts the durations of a group of rows in one bucket. */
export function bucketCount(bucket: number, durationMs: string): string {
  const above = bucket === 0 ? [] : [`${durationMs} > ${BOUNDS_MS[bucket - 1]}`];
  const upTo = bucket === BOUNDS_MS.length ? [] : [`${durationMs} <= ${BOUNDS_MS[bucket]}`];
  return `count(*) FILTER (WHERE ${[...above, ...upTo].join(' AND ')})`;
}

/**
 * The duration that a share of the attempts did not exceed, as far as the histogram shows it: the place inside a bucket is interpolated.
 * Null without attempts.
 */
export function quantile(share: number, buckets: readonly number[], longestMs: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = index === 0 ? 0 : (BOUNDS_MS[index - 1] as number);
      const to = Math.max(from, Math.min(BOUNDS_MS[index] ?? longestMs, longestMs));
      return Math.round(from + ((to - from) * (rank - below)) / count);
    }
    below += count;
  }
  return longestMs;
}
