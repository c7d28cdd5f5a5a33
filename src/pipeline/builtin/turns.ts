/** Work that is done one after the other for each key. */
export interface Turns {
  /** Whoever is aborted leaves at once, also while it waits; those behind it wait for those before it. */
  inTurn<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    inTurn: async (key, signal, work) => {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(() => {
        signal.throwIfAborted();
        return work();
      });
      const done = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, done);
      void done.then(() => last.get(key) === done && last.delete(key));
      return Promise.race([mine, aborted(signal, before)]);
    },
  };
}

/** Rejects when the signal is aborted while the others are not done. */
async function aborted(signal: AbortSignal, before: Promise<void>): Promise<never> {
  const leave = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([before, leave]);
  signal.throwIfAborted();
  // Its own work hears of the signal from now on.
  return new Promise<never>(() => undefined);
}
