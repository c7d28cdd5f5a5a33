import { setTimeout as sleep } from 'node:timers/promises';

/** The result, or an error if it takes longer than this: callers do not wait indefinitely. */
export async function within<T>(ms: number, result: Promise<T>): Promise<T> {
  const timeUp = new AbortController();
  const late = sleep(ms, undefined, { signal: timeUp.signal, ref: false }).then(() => {
    throw new Error(`no response within ${ms} ms`);
  });
  // After the result has arrived, the timer is ignored.
  late.catch(() => undefined);
  try {
    return await Promise.race([result, late]);
  } finally {
    timeUp.abort();
  }
}
