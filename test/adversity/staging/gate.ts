/** A point at which a handler waits until the test opens it. */
export interface Gate {
  /** Resolves when a handler waits at the gate. */
  readonly reached: Promise<void>;
  readonly wait: () => Promise<void>;
  readonly open: () => void;
}

export function createGate(): Gate {
  const reached = resolvable();
  const opened = resolvable();
  return {
    reached: reached.promise,
    wait: () => {
      reached.resolve();
      return opened.promise;
    },
    open: opened.resolve,
  };
}

function resolvable(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
