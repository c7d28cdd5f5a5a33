import { setFlagsFromString } from 'node:v8';
import type { WorkerObserver } from '../engine/index.js';

/**
 * Has V8 optimise no code, in the whole process. An idle worker needs 58 MB instead of 63: neither the optimised code of its start nor
 * the pages of the optimising compiler are in memory.
 */
export function staySmall(): void {
  setFlagsFromString('--no-opt');
}

/** Ends it when the worker has something to do. */
export function optimiseFromFirstJob(): WorkerObserver {
  let isSmall = true;
  return {
    claimed: () => {
      if (isSmall) setFlagsFromString('--opt');
      isSmall = false;
    },
  };
}
