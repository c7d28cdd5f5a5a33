import { exactJson } from '../../../platform/index.js';
import { RULE_LIMITS } from '../limits.js';
import type { FactJson } from '../values/value.js';
import type { ProofNode, ProofNodeType } from './proof-node.js';

/** Thrown when a proof would have too many nodes. */
export class ProofExceeded extends Error {
  override readonly name = 'ProofExceeded';
}

/** Collects the nodes of a proof. Equal nodes are emitted once, so that a fact that many fields read appears once. */
export class ProofRecorder {
  readonly nodes: ProofNode[] = [];
  readonly #known = new Map<string, number>();
  /** Nodes of the current field that are not a child of another. */
  readonly #loose = new Set<number>();

  emit(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): number {
    const key = keyOf(type, data, children);
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#use(children);
      return known;
    }
    const id = this.#add(type, data, children);
    this.#known.set(key, id);
    return id;
  }

  /** A node of its own, even if there is an equal one: an event rather than a value. */
  emitEvent(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): number {
    return this.#add(type, data, children);
  }

  /**
   * The node of a field. Its first child is the value; the others are nodes that nothing uses, such as the value of an unused
   * name. So the field commits to everything that was computed for it.
   */
  emitField(path: string, value: FactJson, valueNode: number): number {
    this.#loose.delete(valueNode);
    const children = [valueNode, ...this.#loose];
    this.#loose.clear();
    const id = this.#add('FIELD_REF', { field: path, value }, children);
    // It belongs to no field: the compiler's root refers to all of them.
    this.#loose.clear();
    return id;
  }

  #add(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): number {
    if (this.nodes.length === RULE_LIMITS.proofNodes) throw new ProofExceeded();
    const id = this.nodes.length;
    this.nodes.push({ id, type, data, children });
    this.#use(children);
    this.#loose.add(id);
    return id;
  }

  #use(children: readonly number[]): void {
    for (const child of children) this.#loose.delete(child);
  }
}

/**
 * A text that is equal for equal nodes only. Written by hand, because most members are short texts and JSON.stringify took most
 * of the time of an evaluation.
 */
function keyOf(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): string {
  let key: string = type;
  for (const child of children) key += ` ${child}`;
  for (const name of Object.keys(data)) {
    const member = data[name] as FactJson;
    // With its length, so that no text can contain the beginning of the next member.
    if (typeof member === 'string') key += `|${name}:${member.length}:${member}`;
    else if (typeof member === 'object' && member !== null) key += `|${name}=${exactJson(member)}`;
    else key += `|${name}=${member}`;
  }
  return key;
}
