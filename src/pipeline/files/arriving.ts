/** A value that arrives while other work goes on. */
export interface Arriving<T> {
  readonly isHere: () => boolean;
  /** Waits for the value if needed. Throws if it failed. */
  readonly take: () => Promise<T>;
}

export function arriving<T>(promise: Promise<T>): Arriving<T> {
  let here = false;
  const arrive = (): void => void (here = true);
  // A failure counts as arrived: `take` throws it.
  promise.then(arrive, arrive);
  return { isHere: () => here, take: () => promise };
}
