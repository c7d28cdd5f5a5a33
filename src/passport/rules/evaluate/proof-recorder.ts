import { cjsonText } from '../../../platform/index.js';
import { RULE_LIMITS } from '../limits.js';
import type { FactJson } from '../values/value.js';
import type { ProofNode, ProofNodeType } from './proof-node.js';

/** Thrown when a proof would have too many nodes. */
export class ProofExceeded extends Error {
  override readonly name = 'ProofExceeded';
}

/** What is always the same for a constant of a rule. Half of what an evaluation emits are constants. */
export interface ConstantNode {
  readonly data: ProofNode['data'];
  readonly dataText: string;
  readonly key: string;
}

export function constantNode(value: FactJson): ConstantNode {
  const data = { value };
  const dataText = cjsonText(data);
  return { data, dataText, key: keyOf('CONST', [], dataText) };
}

/** The nodes of an earlier evaluation of the same rules, for facts that are mostly the same. */
export interface EarlierNodes {
  readonly nodes: readonly ProofNode[];
  /** The ids of nodes that can be found again, by key. */
  readonly known: ReadonlyMap<string, number>;
}

/** Collects the nodes of a proof. Equal nodes are emitted once, so that a fact that many fields read appears once. */
export class ProofRecorder {
  readonly nodes: ProofNode[] = [];
  /** Whether a node is that of the earlier evaluation, with everything below it. */
  readonly same: boolean[] = [];
  readonly #known = new Map<string, number>();
  readonly #earlier: EarlierNodes | undefined;
  /** Whether all nodes so far have the places, types and children of the earlier ones. */
  #isAligned: boolean;
  /** Nodes of the current field that are not a child of another. */
  readonly #loose = new Set<number>();

  constructor(earlier?: EarlierNodes) {
    this.#earlier = earlier;
    this.#isAligned = earlier !== undefined;
  }

  /** What a later evaluation needs. */
  get known(): ReadonlyMap<string, number> {
    return this.#known;
  }

  /** Takes over nodes of the earlier evaluation. False if they would get other places, or depend on others than then. */
  takeOver(start: number, end: number, externals: readonly number[]): boolean {
    const earlier = this.#earlier;
    if (earlier === undefined || !this.#isAligned || this.nodes.length !== start) return false;
    if (!externals.every((id) => this.same[id] === true)) return false;
    for (let id = start; id < end; id += 1) {
      this.nodes.push(earlier.nodes[id] as ProofNode);
      this.same.push(true);
    }
    return true;
  }

  emit(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): number {
    const dataText = textOfData(data);
    return this.#emitOnce(keyOf(type, children, dataText), { type, data, dataText, children });
  }

  /**
   * A node that reads facts. What it reads depends only on the function and its arguments, so its data is not needed to know whether
   * there is an equal node: many fields read the same fact.
   */
  emitRead(reader: 'getFact' | 'getFactsByPrefix', children: readonly number[], data: () => ProofNode['data']): number {
    const key = keyOf(reader, children, '');
    const known = this.#find(key);
    if (known !== undefined) {
      this.#use(children);
      return known;
    }
    const read = data();
    const id = this.#add({ type: 'FACT_GET', data: read, dataText: cjsonText(read), children });
    this.#known.set(key, id);
    return id;
  }

  emitConstant({ data, dataText, key }: ConstantNode): number {
    return this.#emitOnce(key, { type: 'CONST', data, dataText, children: [] });
  }

  /** Nodes that were taken over are known by the keys of the earlier evaluation. */
  #find(key: string): number | undefined {
    const own = this.#known.get(key);
    if (own !== undefined || this.#earlier === undefined) return own;
    const id = this.#earlier.known.get(key);
    const isTaken = id !== undefined && id < this.nodes.length && this.nodes[id] === this.#earlier.nodes[id];
    return isTaken ? id : undefined;
  }

  #emitOnce(key: string, node: Omit<ProofNode, 'id'>): number {
    const known = this.#find(key);
    if (known === undefined) {
      const id = this.#add(node);
      this.#known.set(key, id);
      return id;
    }
    this.#use(node.children);
    return known;
  }

  /** A node of its own, even if there is an equal one: an event rather than a value. */
  emitEvent(type: ProofNodeType, data: ProofNode['data'], children: readonly number[]): number {
    return this.#add({ type, data, dataText: cjsonText(data), children });
  }

  /**
   * The node of a field. Its first child is the value; the others are nodes that nothing uses, such as the value of an unused
   * name. So the field commits to everything that was computed for it.
   */
  emitField(path: string, value: FactJson, valueNode: number): number {
    this.#loose.delete(valueNode);
    const children = [valueNode, ...this.#loose];
    this.#loose.clear();
    const data = { field: path, value };
    const id = this.#add({ type: 'FIELD_REF', data, dataText: cjsonText(data), children });
    // It belongs to no field: the compiler's root refers to all of them.
    this.#loose.clear();
    return id;
  }

  #add({ type, data, dataText, children }: Omit<ProofNode, 'id'>): number {
    if (this.nodes.length === RULE_LIMITS.proofNodes) throw new ProofExceeded();
    const id = this.nodes.length;
    this.nodes.push(this.#likeEarlier(id, type, dataText, children) ?? { id, type, data, dataText, children });
    this.#use(children);
    this.#loose.add(id);
    return id;
  }

  /** The earlier node at the same place, if it is equal. */
  #likeEarlier(id: number, type: ProofNodeType, dataText: string, children: readonly number[]): ProofNode | undefined {
    if (this.#earlier === undefined) return undefined;
    const earlier = this.#isAligned ? this.#earlier.nodes[id] : undefined;
    const hasForm =
      earlier?.type === type &&
      earlier.children.length === children.length &&
      children.every((child, index) => child === earlier.children[index]);
    if (!hasForm) this.#isAligned = false;
    const isEqual = hasForm && earlier.dataText === dataText;
    this.same.push(isEqual && children.every((child) => this.same[child] === true));
    return isEqual ? earlier : undefined;
  }

  #use(children: readonly number[]): void {
    for (const child of children) this.#loose.delete(child);
  }
}

/** Equal for equal nodes only: no type and no list of numbers contains a brace. */
function keyOf(type: string, children: readonly number[], dataText: string): string {
  let key = type;
  for (const child of children) key += ` ${child}`;
  return key + dataText;
}

/**
 * The canonical text of the data of a node. Nearly all data is a few scalars under names that are sorted already, which is twice as
 * fast by hand as with the general encoder.
 */
function textOfData(data: ProofNode['data']): string {
  let text = '';
  let previous = '';
  for (const name of Object.keys(data)) {
    const member = data[name] as FactJson;
    if (name < previous || (typeof member === 'object' && member !== null)) return cjsonText(data);
    previous = name;
    text += `${text === '' ? '{' : ','}"${name}":${typeof member === 'string' ? cjsonText(member) : member}`;
  }
  return `${text}}`;
}
