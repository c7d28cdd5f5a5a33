import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The compiled file or the source, like this file. */
const THREAD = new URL(`../../reader-thread${extname(import.meta.url)}`, import.meta.url);

/** Starts a thread. It loads its code, then waits for its task. */
export function startThread(): Worker {
  if (!THREAD.pathname.endsWith('.ts')) return new Worker(THREAD);
  // Not built: a thread does not inherit the module loader of its process, and must register the TypeScript loader
  // itself.
  const [tsx, thread] = [import.meta.resolve('tsx/esm/api'), THREAD.href].map((one) => JSON.stringify(one));
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${thread}); })`;
  return new Worker(code, { eval: true });
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
