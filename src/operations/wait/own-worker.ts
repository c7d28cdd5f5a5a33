import type { Worker } from '../../engine/index.js';

/** A worker in this process for the time of one command. */
export interface OwnWorker {
  /** Whatever still runs is stopped, and its jobs go back uncharged. */
  stop(): Promise<void>;
}

/** Starts it; its runtime, what its jobs need, ends with it. */
export async function startOwnWorker(worker: Worker, runtime: { close(): Promise<void> }): Promise<OwnWorker> {
  const stop = async (): Promise<void> => {
    await worker.stop({ graceMs: 0 });
    await runtime.close();
  };
  try {
    await worker.start();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
