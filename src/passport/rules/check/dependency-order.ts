/** Either an order in which every node comes after its dependencies, or a cycle. */
export type DependencyOrder =
  | { readonly ok: true; readonly order: readonly string[] }
  | { readonly ok: false; readonly cycle: readonly string[] };

/** BPC-GRAPH-1: Kahn's algorithm; of several nodes that are ready, the lexically first comes first. */
export function dependencyOrder(dependencies: ReadonlyMap<string, Iterable<string>>): DependencyOrder {
  const waitingFor = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const [name, needed] of dependencies) {
    const known = [...needed].filter((one) => dependencies.has(one));
    waitingFor.set(name, known.length);
    for (const one of known) {
      const others = dependents.get(one);
      if (others) others.push(name);
      else dependents.set(one, [name]);
    }
  }
  const ready = new Heap();
  for (const [name, count] of waitingFor) if (count === 0) ready.push(name);
  const order: string[] = [];
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    order.push(name);
    waitingFor.delete(name);
    for (const dependent of dependents.get(name) ?? []) {
      const count = (waitingFor.get(dependent) as number) - 1;
      waitingFor.set(dependent, count);
      if (count === 0) ready.push(dependent);
    }
  }
  if (waitingFor.size === 0) return { ok: true, order };
  return { ok: false, cycle: cycleAmong(waitingFor, dependencies) };
}

/** Every node that is left waits for another that is left, so following them leads into a cycle. */
function cycleAmong(
  left: ReadonlyMap<string, unknown>,
  dependencies: ReadonlyMap<string, Iterable<string>>,
): readonly string[] {
  const path: string[] = [];
  const places = new Map<string, number>();
  let name = [...left.keys()].sort()[0] as string;
  while (!places.has(name)) {
    places.set(name, path.length);
    path.push(name);
    const needed = [...(dependencies.get(name) ?? [])].filter((one) => left.has(one));
    name = needed.sort()[0] as string;
  }
  const cycle = path.slice(places.get(name));
  // The same cycle is always written the same way.
  const first = cycle.indexOf([...cycle].sort()[0] as string);
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

/** A binary heap: ten thousand fields that are all ready must not be sorted again for each of them. */
class Heap {
  readonly #items: string[] = [];

  push(item: string): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((items[parent] as string) <= item) break;
      items[at] = items[parent] as string;
      at = parent;
    }
    items[at] = item;
  }

  pop(): string | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && (items[child + 1] as string) < (items[child] as string)) child += 1;
      if ((items[child] as string) >= last) break;
      items[at] = items[child] as string;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
