/** Queues of work that must run one at a time, one queue per key. */
export interface Turns {
  /** Takes a place in the queue now, however long the wait is. */
  enter(key: string): Turn;
}

export interface Turn {
  /**
   * Runs the work when all earlier entries have left the queue, then leaves. An abort leaves the queue at once, even
   * while waiting; later entries still wait for the earlier ones.
   */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Leaves without running. The next entry waits until this is called. */
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
