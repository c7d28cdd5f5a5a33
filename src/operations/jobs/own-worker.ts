import type { Worker } from '../../engine/index.js';

/** How a worker in this process is named, and how it claims and renews jobs. */
export interface LocalWorkerOptions {
  readonly id: string;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly pollEveryMs: number;
}

/** A worker in this process that lives as long as one operation. */
export interface OwnWorker {
  /** Stops running jobs. They are returned to the queue uncharged. */
  stop(): Promise<void>;
}

/** Starts the worker. Its runtime, which its jobs need, is closed when it stops. */
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
