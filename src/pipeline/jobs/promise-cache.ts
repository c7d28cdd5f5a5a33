/** Runs work once per key, however many callers ask at the same time. Failed work is repeated on the next call. */
export interface PromiseCache<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
  /**
   * Replaces the value for all callers that still have the old one. If it was replaced meanwhile, returns the new
   * value.
   */
  replace(key: string, old: T, make: () => Promise<T>): Promise<T>;
}

export function createPromiseCache<T>(): PromiseCache<T> {
  const made = new Map<string, Promise<T>>();
  const keep = (key: string, promise: Promise<T>): Promise<T> => {
    made.set(key, promise);
    promise.catch(() => {
      if (made.get(key) === promise) made.delete(key);
    });
    return promise;
  };
  return {
    get: (key, make) => made.get(key) ?? keep(key, make()),
    async replace(key, old, make) {
      const present = made.get(key);
      if (present !== undefined && (await present.catch(() => old)) !== old) return present;
      if (made.get(key) !== present) return made.get(key) ?? this.get(key, make);
      return keep(key, make());
    },
  };
}
