/** Does the work when it is first asked for, and only then. */
export function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= work());
}
