import { cjsonText, sha256Hex } from '../../platform/index.js';
import type { EvaluatedField } from '../rules/evaluate/evaluation.js';
import type { ProofNode } from '../rules/evaluate/proof-node.js';

export interface EncodedProof {
  readonly canonical: Buffer;
  readonly rootHash: string;
}

/**
 * The canonical bytes of a proof (BPC-PROOF-1). Its last node, the root, has the nodes of all fields as children, so that its
 * hash commits to every field.
 */
export function encodeProof(nodes: readonly ProofNode[], fields: readonly EvaluatedField[]): EncodedProof {
  const { text, hashes } = encodeNodes([...nodes, rootNode(nodes, fields)]);
  const rootHash = hashes.at(-1) as string;
  const fieldIndex = Object.fromEntries(fields.map(({ path, node }) => [path, node]));
  return { canonical: Buffer.from(proofText(fieldIndex, text, rootHash), 'utf8'), rootHash };
}

/** The canonical text of a proof around the text of its nodes. */
export function proofText(fieldIndex: unknown, nodesText: string, rootHash: string): string {
  return `{"field_index":${cjsonText(fieldIndex)},"nodes":[${nodesText}],"proof_version":"BPC-PROOF-1","root_hash":"${rootHash}"}`;
}

export interface EncodedNodes {
  /** The canonical texts of the nodes with their hashes, separated by commas. */
  readonly text: string;
  readonly hashes: readonly string[];
}

/**
 * Encodes and hashes nodes (BPC-PROOF-HASH-1). Texts are put together by hand, with keys in canonical order: so the data of a
 * node is encoded once, for its hash and for the proof.
 */
export function encodeNodes(nodes: readonly ProofNode[]): EncodedNodes {
  const hashes: string[] = [];
  let text = '';
  for (const { id, type, data, children } of nodes) {
    const dataText = cjsonText(data);
    const childrenHashes = children.map((child) => `"${hashes[child] as string}"`).join(',');
    const hash = sha256Hex(`{"children_hashes":[${childrenHashes}],"data":${dataText},"id":${id},"type":"${type}"}`);
    hashes.push(hash);
    text += `${text === '' ? '' : ','}{"children":[${children.join(',')}],"data":${dataText},"hash":"${hash}","id":${id},"type":"${type}"}`;
  }
  return { text, hashes };
}

function rootNode(nodes: readonly ProofNode[], fields: readonly EvaluatedField[]): ProofNode {
  return { id: nodes.length, type: 'OP', data: ROOT_DATA, children: fields.map(({ node }) => node) };
}

/** What marks the last node. */
export const ROOT_DATA = { op: 'ROOT' } as const;
