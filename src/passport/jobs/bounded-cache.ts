/** Values that never change, by key; those that were not used for the longest time are dropped. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** A value larger than everything that may be kept is not kept. */
  set(key: string, value: Value, size: number): void;
}

export function createBoundedCache<Value>(maxSize: number): BoundedCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A Map keeps the order of insertion: the entry becomes the newest.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      drop(key);
      if (size > maxSize) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maxSize) return;
        drop(oldest);
      }
    },
  };
}
