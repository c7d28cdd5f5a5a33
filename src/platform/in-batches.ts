interface Waiting<Wanted, Found> {
  readonly wanted: Wanted;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Loads what several jobs want with one call: what is wanted in the same tick, or while an earlier call runs. `loadAll` returns its results
 * in the order of what is wanted.
 */
export function inBatches<Wanted, Found>(
  loadAll: (wanted: readonly Wanted[]) => Promise<readonly Found[]>,
): (wanted: Wanted) => Promise<Found> {
  const waiting: Waiting<Wanted, Found>[] = [];
  let isLoading = false;
  return (wanted) =>
    new Promise((resolve, reject) => {
      waiting.push({ wanted, resolve, reject });
      if (isLoading) return;
      isLoading = true;
      setImmediate(() => void loadWaiting());
    });

  async function loadWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        const found = await loadAll(batch.map(({ wanted }) => wanted));
        batch.forEach(({ resolve }, index) => resolve(found[index] as Found));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isLoading = false;
  }
}

/** Bounds the memory of one answer. */
const MAX_BATCH = 200;
