/** Lines of those whose work is done one after the other, a line for each key. */
export interface Turns {
  /** Takes a place in the queue now, however long the wait is. */
  enter(key: string): Turn;
}

export interface Turn {
  /**
   * Does the work when all before have left, and leaves. Whoever is aborted leaves at once, also while it waits; those
   * behind it wait for those before it.
   */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Leaves without a turn. The next in the queue waits until this is called. */
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
