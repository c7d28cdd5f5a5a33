/** Runs the work on the first call only, and caches its result. */
export function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
