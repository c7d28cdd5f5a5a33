const cleanUps = new Set<() => void>();

/**
 * What a run has on disk goes when the process does, even in the middle of it, as after a second Ctrl-C. One listener
 * for all runs: many can be active at the same time. Returns a function that unregisters it.
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
  // The newest first: the folder that an early run has made is empty only when the later ones have left it.
  for (const cleanUp of [...cleanUps].reverse()) cleanUp();
}
