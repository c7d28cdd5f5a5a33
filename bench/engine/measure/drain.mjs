import { nowMs } from '../../shared/clock.mjs';
import { enqueueInBulk } from './enqueue.mjs';
import { until } from './until.mjs';

const WARM_UP_JOBS = 5_000;

/** Runs some jobs through the subject first: connections open, statements prepared, code compiled. */
export async function warmUp(driver) {
  await enqueueInBulk(driver, WARM_UP_JOBS, 1_000);
  await drainAll(driver, WARM_UP_JOBS);
}

/**
 * Runs `jobs` jobs that are already in the store. The clock runs from the start of the first job to the commit of the
 * last completion: start-up does not count, and completions must be saved.
 */
export async function drainAll(driver, jobs) {
  const askedAt = nowMs();
  const starts = countStarts();
  const worker = await driver.startWorker(starts.onStart);
  await until(() => starts.count() >= jobs, `${jobs} jobs to start`);
  await driver.settled();
  const settledAt = nowMs();
  await worker.stop();
  if (starts.count() !== jobs) throw new Error(`${jobs} jobs were enqueued and ${starts.count()} were started`);
  return {
    rate: jobs / ((settledAt - starts.firstAt()) / 1000),
    startUpMs: starts.firstAt() - askedAt,
  };
}

/** Runs `jobs` of the many jobs in the store and returns the rate at which they were started. */
export async function drainSome(driver, jobs) {
  const starts = countStarts(jobs);
  const worker = await driver.startWorker(starts.onStart);
  await until(() => starts.count() >= jobs, `${jobs} jobs to start`);
  const rate = jobs / ((starts.lastAt() - starts.firstAt()) / 1000);
  await worker.stop();
  return { rate };
}

function countStarts(last = Infinity) {
  let count = 0;
  let firstAt;
  let lastAt;
  return {
    onStart: () => {
      if (count === 0) firstAt = nowMs();
      count += 1;
      if (count === last) lastAt = nowMs();
    },
    count: () => count,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
  };
}
