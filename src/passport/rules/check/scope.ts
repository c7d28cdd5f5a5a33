import type { Name } from '../syntax/ast.js';
import type { Type } from '../types/type.js';

export interface Binding {
  readonly slot: number;
  /** Null if the value is wrong, which is reported where it is defined. */
  readonly type: Type | null;
}

/** The names of one rule, innermost last. */
export class Scope {
  readonly #bindings = new Map<string, Binding[]>();
  #slots = 0;

  /** How many values the rule has to keep. */
  get slots(): number {
    return this.#slots;
  }

  get names(): Iterable<string> {
    return this.#bindings.keys();
  }

  find(name: string): Binding | undefined {
    return this.#bindings.get(name)?.at(-1);
  }

  /** Returns the slot of the value. */
  add({ text }: Pick<Name, 'text'>, type: Type | null): number {
    const slot = this.#slots++;
    const bindings = this.#bindings.get(text);
    if (bindings) bindings.push({ slot, type });
    else this.#bindings.set(text, [{ slot, type }]);
    return slot;
  }

  /** Forgets the latest binding of each name. */
  remove(names: readonly Pick<Name, 'text'>[]): void {
    for (const { text } of names) {
      const bindings = this.#bindings.get(text);
      bindings?.pop();
      if (bindings?.length === 0) this.#bindings.delete(text);
    }
  }
}
