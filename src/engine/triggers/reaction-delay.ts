/** Up to this number, all workers react at once. */
const FEW_WORKERS = 8;
const MS_FOR_EACH_WORKER = 2;
const MAX_SPREAD_MS = 500;

/**
 * How long a worker waits after a notification, which every worker gets in the same moment. If all of them claimed at once, each would step over
 * the rows that the others have locked. At random times, the first of many still reacts within about 2 ms.
 */
export function reactionDelayMs(workers: number, random: number): number {
  if (workers <= FEW_WORKERS) return 0;
  return Math.min(MAX_SPREAD_MS, workers * MS_FOR_EACH_WORKER) * random;
}
