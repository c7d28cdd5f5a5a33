/** Lines of those whose work is done one after the other, a line for each key. */
export interface Turns {
  /** Stands in line: the place is taken now, however long it is until the turn is. */
  enter(key: string): Turn;
}

export interface Turn {
  /**
   * Does the work when all before have left, and leaves. Whoever is aborted leaves at once, also while it waits; those
   * behind it wait for those before it.
   */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** For those that do not take it: nobody behind them has a turn until then. */
  leave(): void;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    enter(key) {
      const before = last.get(key) ?? Promise.resolve();
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      const done = before.then(() => left);
      last.set(key, done);
      void done.then(() => last.get(key) === done && last.delete(key));
      return {
        leave,
        async take(signal, work) {
          try {
            await unlessAborted(before, signal);
            return await work();
          } finally {
            leave();
          }
        },
      };
    },
  };
}

async function unlessAborted(waitingFor: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([waitingFor, aborted]);
  signal.throwIfAborted();
}
