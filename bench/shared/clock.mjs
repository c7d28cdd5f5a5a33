/**
 * Milliseconds on the machine's monotonic clock. Every process on the machine reads the same clock, so a time
 * taken by an enqueuer can be subtracted from one taken by a worker in another process.
 */
export function nowMs() {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
