/** Work that is done once for each key, however many ask for it at the same time. What failed is done again when asked for. */
export interface PromiseCache<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
  /** Made anew for all who still have the old one; one that was replaced meanwhile is not made a second time. */
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
