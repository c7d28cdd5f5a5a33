import { Worker } from 'node:worker_threads';

/**
 * Next to the folder of this file if it is compiled; from source, the last build, as for reader processes. A thread that compiles itself
 * takes more than a second to start.
 */
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/parse/reader-thread.js', import.meta.url)
  : new URL('../../reader-thread.js', import.meta.url);

/** Starts a thread. It loads its code, then waits for its task. */
export function startThread(): Worker {
  return new Worker(THREAD);
}

/** A thread that was started before its task is known. */
export interface EarlyThread {
  /** The thread, once; null if it has ended or was taken before. */
  take(): Worker | null;
  /** Ends it, unless it was taken. */
  close(): Promise<void>;
}

/** A thread takes a tenth of a second to load its code; meanwhile this one detects the format of the file. */
export function startEarly(): EarlyThread {
  const thread = startThread();
  let isWaiting = true;
  const forget = (): void => {
    isWaiting = false;
  };
  thread.on('error', forget).on('exit', forget);
  return {
    take() {
      if (!isWaiting) return null;
      isWaiting = false;
      return thread.off('error', forget).off('exit', forget);
    },
    async close() {
      if (isWaiting) await thread.terminate();
    },
  };
}
