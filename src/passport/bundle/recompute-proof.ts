import { encodeNodes, proofText, ROOT_DATA } from '../compile/proof.js';
import type { ProofNode } from '../rules/evaluate/proof-node.js';
import { Fault, isRecord, listOf, recordOf, textIn } from './read-bundle.js';

/** A proof whose hashes were computed again. */
export interface RecomputedProof {
  readonly nodes: readonly ProofNode[];
  /** The path of a field and the id of its node. */
  readonly fieldIndex: ReadonlyMap<string, number>;
  readonly rootHash: string;
  /** The canonical text, with the computed hashes. */
  readonly text: string;
}

const TYPES: ReadonlySet<unknown> = new Set(['CONST', 'FACT_GET', 'FIELD_REF', 'OP', 'ASSERT', 'COMPLIANCE_EMIT']);

/** Computes all hashes of a proof (BPC-PROOF-1) and checks its structure: ids, children, the root, the index of fields. */
export function recomputeProof(value: unknown): RecomputedProof {
  const proof = recordOf(value, 'proof');
  const nodes = listOf(proof['nodes'], 'nodes').map(checkedNode);
  const { texts, hashes } = encodeNodes(nodes);
  const wrong = nodes.findIndex((node, index) => (node as { hash?: unknown }).hash !== hashes[index]);
  if (wrong !== -1) throw new Fault(`the hash of node ${wrong} is not the hash of its content`);
  const rootHash = hashes.at(-1) ?? '';
  if (textIn(proof, 'root_hash') !== rootHash) throw new Fault('root_hash is not the hash of the last node');
  if (textIn(proof, 'proof_version') !== 'BPC-PROOF-1') throw new Fault('proof_version is not BPC-PROOF-1');
  const fieldIndex = checkedIndex(recordOf(proof['field_index'], 'field_index'), nodes);
  return { nodes, fieldIndex, rootHash, text: proofText(proof['field_index'], texts, rootHash) };
}

function checkedNode(value: unknown, index: number): ProofNode {
  if (!isRecord(value)) throw new Fault(`node ${index} is not a JSON object`);
  const { id, type, data, children } = value;
  if (id !== index) throw new Fault(`node ${index} has another id`);
  if (!TYPES.has(type)) throw new Fault(`the type of node ${index} is unknown`);
  if (!isRecord(data)) throw new Fault(`the data of node ${index} is not a JSON object`);
  if (!Array.isArray(children)) throw new Fault(`the children of node ${index} are not a list`);
  for (const child of children as unknown[]) {
    if (!Number.isSafeInteger(child) || (child as number) < 0 || (child as number) >= index) {
      throw new Fault(`a child of node ${index} is not a node before it`);
    }
  }
  return value as unknown as ProofNode;
}

/** The root must refer to the node of every field and to nothing else, or its hash would not commit to them. */
function checkedIndex(index: Readonly<Record<string, unknown>>, nodes: readonly ProofNode[]): Map<string, number> {
  const root = nodes.at(-1);
  if (root?.type !== 'OP' || root.data['op'] !== ROOT_DATA.op) throw new Fault('the last node is not the root');
  const committed = new Set(root.children);
  const fields = Object.entries(index);
  for (const [path, id] of fields) {
    const node = typeof id === 'number' ? nodes[id] : undefined;
    if (node?.type !== 'FIELD_REF' || node.data['field'] !== path)
      throw new Fault(`field_index has no node of ${path}`);
    if (!committed.has(node.id)) throw new Fault(`the root does not commit to ${path}`);
  }
  if (root.children.length !== fields.length) throw new Fault('the root has other children than the fields');
  return new Map(fields as [string, number][]);
}
