/** Work that is done one after the other for each key. */
export interface Turns {
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
      return mine;
    },
  };
}
