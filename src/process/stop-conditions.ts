import { getMaxListeners, setMaxListeners } from 'node:events';
import type { StopCause } from './result.js';

export interface StopConditions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** Calls `stop` when the time is up or the caller aborts. Returns a function that stops watching. */
export function watchStopConditions(conditions: StopConditions, stop: (cause: StopCause) => void): () => void {
  const { signal, timeoutMs } = conditions;
  let watching = true;
  const onAbort = () => stop('aborted');
  // If our event loop was blocked past the deadline, the exit of a program that was in time is still pending. One turn
  // of the loop processes it first.
  const onTime = () => setImmediate(() => watching && stop('timed_out'));

  if (signal !== undefined) {
    allowListeners(signal, 1);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(onTime, timeoutMs);
  return () => {
    watching = false;
    clearTimeout(timer);
    if (signal !== undefined) {
      signal.removeEventListener('abort', onAbort);
      allowListeners(signal, -1);
    }
  };
}

/**
 * Fifty programs with one signal are not a leak, although Node 20 warns from the eleventh listener on. Ours are added
 * to the caller's limit; zero means no limit.
 */
function allowListeners(signal: AbortSignal, more: number): void {
  const limit = getMaxListeners(signal);
  if (limit > 0) setMaxListeners(limit + more, signal);
}
