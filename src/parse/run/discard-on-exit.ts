import type { Staging } from '../outputs/staging.js';

const live = new Set<Staging>();

/**
 * Staged files go when the process does, even in the middle of a run. One listener for all runs: there are as many at
 * the same time as --jobs says. Answers how to forget the staging again.
 */
export function discardOnExit(staging: Staging): () => void {
  if (live.size === 0) process.on('exit', discardAll);
  live.add(staging);
  return () => {
    live.delete(staging);
    if (live.size === 0) process.off('exit', discardAll);
  };
}

function discardAll(): void {
  for (const staging of live) staging.discardSync();
}
