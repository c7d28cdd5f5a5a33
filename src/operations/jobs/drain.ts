import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '../../database/index.js';
import { isWorkLeft, type WorkerReach } from '../../engine/index.js';
import { errorMessage, type Logger } from '../../platform/index.js';

const LOOK_EVERY_MS = 100;

export interface DrainOptions {
  readonly logger: Logger;
  readonly over: AbortSignal;
  /** Aborted when the expected number of jobs has ended: then it looks at once. */
  readonly expected?: AbortSignal;
}

/**
 * Resolves when no job within reach is due and this worker runs nothing, or when the signal `over` aborts. Jobs planned for
 * later do not count.
 */
export async function whenDrained(
  database: Executor,
  reach: WorkerReach,
  { logger, over, expected }: DrainOptions,
): Promise<void> {
  const early = expected === undefined ? over : AbortSignal.any([over, expected]);
  let wake = early;
  while (!over.aborted) {
    try {
      if (!(await isWorkLeft(database, reach))) return;
    } catch (error) {
      logger.debug({ error: errorMessage(error) }, 'Could not check for remaining work, trying again');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: wake }).catch(() => undefined);
    // It stays aborted, and would end every later pause.
    if (early.aborted) wake = over;
  }
}
