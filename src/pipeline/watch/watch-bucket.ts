import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../platform/index.js';
import type { WatchOptions } from './watch-folder.js';

/**
 * Watches a prefix of a bucket until the signal. The listing decides what is new. An object is complete when it is listed, so that
 * nothing has to settle.
 */
export async function watchBucket(options: WatchOptions): Promise<void> {
  const { pollEveryMs, on, signal } = options;
  let isTroubled = false;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      await options.take(undefined);
      if (isTroubled) on.recovered();
      isTroubled = false;
    } catch (error) {
      if (isOver()) return;
      if (!isTroubled) on.trouble(errorMessage(error));
      isTroubled = true;
    }
    await sleep(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
