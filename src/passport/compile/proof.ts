import { cjsonText, sha256Hex } from '../../platform/index.js';
import type { EvaluatedField } from '../rules/evaluate/evaluation.js';
import type { ProofNode } from '../rules/evaluate/proof-node.js';

export interface EncodedProof {
  readonly canonical: Buffer;
  readonly rootHash: string;
  /** By node, for later proofs that share nodes. */
  readonly encoded: EncodedNodes;
}

export interface EncodedNodes {
  readonly hashes: readonly string[];
  readonly texts: readonly string[];
}

/** Nodes that are, with everything below them, those of a proof that was encoded before. */
export interface SharedNodes {
  readonly same: readonly boolean[];
  readonly encoded: EncodedNodes;
}

/**
 * The canonical bytes of a proof (BPC-PROOF-1). Its last node, the root, has the nodes of all fields as children, so that its
 * hash commits to every field.
 */
export function encodeProof(
  nodes: readonly ProofNode[],
  fields: readonly EvaluatedField[],
  shared?: SharedNodes,
): EncodedProof {
  const hashes: string[] = [];
  const texts: string[] = [];
  for (const node of [...nodes, rootNode(nodes, fields)]) {
    if (shared?.same[node.id] === true) {
      hashes.push(shared.encoded.hashes[node.id] as string);
      texts.push(shared.encoded.texts[node.id] as string);
      continue;
    }
    const data = `],"data":${node.dataText}`;
    const end = `,"id":${node.id},"type":"${node.type}"}`;
    const hash = nodeHash(node.children, hashes, data + end);
    hashes.push(hash);
    texts.push(`{"children":[${node.children.join(',')}${data},"hash":"${hash}"${end}`);
  }
  const rootHash = hashes.at(-1) as string;
  const fieldIndex = cjsonText(Object.fromEntries(fields.map(({ path, node }) => [path, node])));
  const text = `{"field_index":${fieldIndex},"nodes":[${texts.join(',')}],"proof_version":"BPC-PROOF-1","root_hash":"${rootHash}"}`;
  return { canonical: Buffer.from(text, 'utf8'), rootHash, encoded: { hashes, texts } };
}

/**
 * The hash of a node (BPC-PROOF-HASH-1): of the canonical object of the hashes of its children, its data, id and type. `rest` is the text
 * of this object from the end of the children's list on, which is what the encoder and the verifier have already.
 */
export function nodeHash(children: readonly number[], hashes: readonly string[], rest: string): string {
  let text = '{"children_hashes":[';
  for (let index = 0; index < children.length; index += 1) {
    text += index === 0 ? '"' : '","';
    text += hashes[children[index] as number] as string;
  }
  return sha256Hex((children.length === 0 ? text : `${text}"`) + rest);
}

function rootNode(nodes: readonly ProofNode[], fields: readonly EvaluatedField[]): ProofNode {
  const children = fields.map(({ node }) => node);
  return { id: nodes.length, type: 'OP', data: ROOT_DATA, dataText: cjsonText(ROOT_DATA), children };
}

/** What marks the last node. */
export const ROOT_DATA = { op: 'ROOT' } as const;
