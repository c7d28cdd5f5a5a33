const cleanUps = new Set<() => void>();

/**
 * Deletes a run's files when the process exits, even suddenly, as after a second Ctrl-C. One listener for all runs:
 * many can be active at the same time. Returns a function that unregisters it.
 */
export function cleanUpOnExit(cleanUp: () => void): () => void {
  if (cleanUps.size === 0) process.on('exit', cleanUpAll);
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
    if (cleanUps.size === 0) process.off('exit', cleanUpAll);
  };
}

function cleanUpAll(): void {
  // The newest first: the folder that an early run created is empty only when the later ones have cleaned up.
  for (const cleanUp of [...cleanUps].reverse()) cleanUp();
}
