/**
 * An empty list of objects. For V8, `[]` is a list of small integers until an object is in it, and code that was compiled for objects is
 * thrown away when it meets one: with each worker that starts, the path of an attempt was compiled again.
 */
export function listOfObjects<T extends object>(): T[] {
  const list: object[] = [{}];
  list.pop();
  return list as T[];
}
