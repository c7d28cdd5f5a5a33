import { parseExactJson } from '../../platform/index.js';
import { nodeHash, ROOT_DATA } from '../compile/proof.js';
import { canonicalEnd, isAt, NotCanonical, type Source } from './canonical-text.js';
import { Fault, recordOf } from './fault.js';

/** A proof whose hashes were computed again. */
export interface RecomputedProof {
  readonly nodes: readonly RecomputedNode[];
  /** The value of each field; null if it has none. */
  readonly fieldValues: ReadonlyMap<string, unknown>;
  readonly rootHash: string;
}

/** A node of a proof. Most data is only hashed, so it stays text. */
export interface RecomputedNode {
  readonly id: number;
  readonly type: string;
  readonly dataText: string;
  readonly children: readonly number[];
}

export function dataOf({ dataText }: RecomputedNode): Readonly<Record<string, unknown>> {
  return parseExactJson(dataText) as Readonly<Record<string, unknown>>;
}

const TYPES: ReadonlySet<string> = new Set(['CONST', 'FACT_GET', 'FIELD_REF', 'OP', 'ASSERT', 'COMPLIANCE_EMIT']);

/** A proof that is right, with the place where it ends; or what is wrong with it. */
export type ProofReading = { readonly proof: RecomputedProof; readonly end: number } | { readonly fault: Fault };

/**
 * Reads the proof that begins at a place. A proof that is right is also canonical JSON: every byte of it was compared or read as a canonical
 * value. The bytes may be anything.
 */
export function readProof(source: Source, start: number): ProofReading {
  try {
    return recomputeProof(source, start);
  } catch (error) {
    if (error instanceof Fault) return { fault: error };
    if (error instanceof NotCanonical) return { fault: new Fault('proof is not canonical') };
    throw error;
  }
}

/**
 * Computes all hashes of the proof (BPC-PROOF-1) at a place, and checks its structure: ids, children, the root, the index of fields. In
 * canonical form its members have a fixed order, so it is read from left to right.
 */
function recomputeProof(source: Source, start: number): { proof: RecomputedProof; end: number } {
  const { bytes, slice } = source;
  const indexStart = after(BEFORE_INDEX, bytes, start);
  const indexEnd = canonicalEnd(bytes, indexStart);
  const { nodes, rootHash, nodesEnd } = hashedNodes(source, after(BEFORE_NODES, bytes, indexEnd));
  if (!isAt(bytes, nodesEnd, VERSION)) throw new Fault('proof_version is not BPC-PROOF-1');
  const rest = `"root_hash":"${rootHash}"}`;
  const end = nodesEnd + VERSION.length + rest.length;
  if (slice(nodesEnd + VERSION.length, end) !== rest) throw new Fault('root_hash is not the hash of the last node');
  const index = recordOf(parseExactJson(slice(indexStart, indexEnd)), 'field_index');
  return { proof: { nodes, fieldValues: checkedFields(index, nodes), rootHash }, end };
}

const VERSION = Buffer.from(',"proof_version":"BPC-PROOF-1",');
const BEFORE_INDEX = Buffer.from('{"field_index":');
const BEFORE_NODES = Buffer.from(',"nodes":[');

function after(expected: Uint8Array, bytes: Uint8Array, at: number): number {
  if (isAt(bytes, at, expected)) return at + expected.length;
  throw new Fault('proof is not an object with field_index, nodes, proof_version and root_hash');
}

/** Reads nodes up to the end of the list. */
function hashedNodes(source: Source, start: number): { nodes: RecomputedNode[]; rootHash: string; nodesEnd: number } {
  const { bytes, slice } = source;
  const nodes: RecomputedNode[] = [];
  const hashes: string[] = [];
  let at = start;
  while (bytes[at] !== CLOSING_BRACKET) {
    const index = nodes.length;
    if (index > 0 && bytes[at] !== COMMA) throw new NotCanonical();
    const { children, contentStart, dataStart, dataEnd, type, end } = nodeAt(source, index === 0 ? at : at + 1, index);
    const hashStart = dataEnd + BEFORE_HASH.length;
    const hashEnd = hashStart + HASH_LENGTH;
    const hash = nodeHash(children, hashes, slice(contentStart, dataEnd) + slice(hashEnd + 1, end));
    if (slice(hashStart, hashEnd) !== hash) {
      throw new Fault(`the hash of node ${index} is not the hash of its content`);
    }
    nodes.push({ id: index, type, dataText: slice(dataStart, dataEnd), children });
    hashes.push(hash);
    at = end;
  }
  return { nodes, rootHash: hashes.at(-1) ?? '', nodesEnd: at + 1 };
}

/** A node in canonical form is BEFORE_CHILDREN … BEFORE_DATA … BEFORE_HASH, its hash, BEFORE_ID, its id, BEFORE_TYPE … AFTER_TYPE. */
const BEFORE_CHILDREN = Buffer.from('{"children":[');
const BEFORE_DATA = Buffer.from('],"data":');
const BEFORE_HASH = Buffer.from(',"hash":"');
const HASH_LENGTH = 64;
const BEFORE_ID = Buffer.from('","id":');
const BEFORE_TYPE = Buffer.from(',"type":"');
const AFTER_TYPE = Buffer.from('"}');

const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const LETTER_A = 0x41;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;

interface NodePlaces {
  readonly children: readonly number[];
  /** Of BEFORE_DATA. */
  readonly contentStart: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly type: string;
  readonly end: number;
}

function nodeAt({ bytes, slice }: Source, start: number, index: number): NodePlaces {
  if (!isAt(bytes, start, BEFORE_CHILDREN)) throw otherMembers(index);
  const { children, end: contentStart } = childrenAt(bytes, start + BEFORE_CHILDREN.length, index);
  const dataStart = contentStart + BEFORE_DATA.length;
  if (!isAt(bytes, contentStart, BEFORE_DATA)) throw otherMembers(index);
  if (bytes[dataStart] !== OPENING_BRACE) throw new Fault(`the data of node ${index} is not a JSON object`);
  const dataEnd = canonicalEnd(bytes, dataStart);
  const beforeId = dataEnd + BEFORE_HASH.length + HASH_LENGTH;
  if (!isAt(bytes, dataEnd, BEFORE_HASH) || !isAt(bytes, beforeId, BEFORE_ID)) throw otherMembers(index);
  const id = String(index);
  const idEnd = beforeId + BEFORE_ID.length + id.length;
  if (slice(beforeId + BEFORE_ID.length, idEnd) !== id) throw new Fault(`node ${index} has another id`);
  const typeStart = idEnd + BEFORE_TYPE.length;
  // Types are upper case with underscores. A loop: a call of indexOf took longer than the rest of the node.
  let typeEnd = typeStart;
  while ((bytes[typeEnd] as number) >= LETTER_A) typeEnd += 1;
  const type = slice(typeStart, typeEnd);
  if (!isAt(bytes, idEnd, BEFORE_TYPE) || !isAt(bytes, typeEnd, AFTER_TYPE)) throw otherMembers(index);
  if (!TYPES.has(type)) throw new Fault(`the type of node ${index} is unknown`);
  return { children, contentStart, dataStart, dataEnd, type, end: typeEnd + AFTER_TYPE.length };
}

/** The integers up to the end of their list. */
function childrenAt(bytes: Uint8Array, start: number, index: number): { children: number[]; end: number } {
  const children: number[] = [];
  let at = start;
  if (bytes[at] === CLOSING_BRACKET) return { children, end: at };
  for (;;) {
    const first = at;
    let child = 0;
    for (let digit = digitAt(bytes, at); digit >= 0 && digit <= 9; digit = digitAt(bytes, at)) {
      child = child * 10 + digit;
      at += 1;
    }
    if (at === first || child >= index) throw new Fault(`a child of node ${index} is not a node before it`);
    if (bytes[first] === DIGIT_0 && at > first + 1) throw new NotCanonical();
    children.push(child);
    if (bytes[at] === CLOSING_BRACKET) return { children, end: at };
    if (bytes[at] !== COMMA) throw new Fault(`a child of node ${index} is not a node before it`);
    at += 1;
  }
}

/** Not a number past the end, where comparisons are false. */
function digitAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) - DIGIT_0;
}

function otherMembers(index: number): Fault {
  return new Fault(`node ${index} is not an object with children, data, hash, id and type`);
}

/** The root must refer to the node of every field and to nothing else, or its hash would not commit to them. */
function checkedFields(
  index: Readonly<Record<string, unknown>>,
  nodes: readonly RecomputedNode[],
): Map<string, unknown> {
  const root = nodes.at(-1);
  if (root?.type !== 'OP' || dataOf(root)['op'] !== ROOT_DATA.op) throw new Fault('the last node is not the root');
  const committed = new Set(root.children);
  const values = new Map<string, unknown>();
  for (const [path, id] of Object.entries(index)) {
    const node = typeof id === 'number' ? nodes[id] : undefined;
    const data = node?.type === 'FIELD_REF' ? dataOf(node) : {};
    if (data['field'] !== path) throw new Fault(`field_index has no node of ${path}`);
    if (!committed.has(id as number)) throw new Fault(`the root does not commit to ${path}`);
    values.set(path, data['value']);
  }
  if (root.children.length !== values.size) throw new Fault('the root has other children than the fields');
  return values;
}
