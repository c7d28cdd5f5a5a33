import { setTimeout as sleep } from 'node:timers/promises';

/** The answer, or an error when it takes longer than this: whoever asks us does not wait for ever either. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const timeUp = new AbortController();
  const late = sleep(ms, undefined, { signal: timeUp.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  // Once the answer is there, nobody listens to the timer's own end.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timeUp.abort();
  }
}
