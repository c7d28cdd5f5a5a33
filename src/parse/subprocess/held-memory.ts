/** To ask takes a tenth of the time of a small file, and a file that is read in less than this needs no memory to speak of. */
const ASK_AGAIN_MS = 100;

/** Returns a function that says how many bytes this process holds, as it was at most a tenth of a second ago. */
export function createHeldMemory(
  ask: () => number = () => process.memoryUsage.rss(),
  now: () => number = () => performance.now(),
): () => number {
  let askedAt = -Infinity;
  let bytes = 0;
  return () => {
    if (now() - askedAt < ASK_AGAIN_MS) return bytes;
    bytes = ask();
    askedAt = now();
    return bytes;
  };
}
