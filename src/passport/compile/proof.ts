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
  const { texts, hashes } = encodeNodes([...nodes, rootNode(nodes, fields)]);
  const rootHash = hashes.at(-1) as string;
  const fieldIndex = Object.fromEntries(fields.map(({ path, node }) => [path, node]));
  return { canonical: Buffer.from(proofText(fieldIndex, texts, rootHash), 'utf8'), rootHash };
}

/** The canonical text of a proof around the texts of its nodes. Joining is faster than adding texts and comparing the result. */
export function proofText(fieldIndex: unknown, nodeTexts: readonly string[], rootHash: string): string {
  const head = `{"field_index":${cjsonText(fieldIndex)},"nodes":[`;
  return [head, nodeTexts.join(','), `],"proof_version":"BPC-PROOF-1","root_hash":"${rootHash}"}`].join('');
}

export interface EncodedNodes {
  /** The canonical text of each node with its hash. */
  readonly texts: readonly string[];
  readonly hashes: readonly string[];
}

/**
 * Encodes and hashes nodes (BPC-PROOF-HASH-1). Texts are put together by hand, with keys in canonical order: so the data of a
 * node is encoded once, for its hash and for the proof. Half of the time of a verification is spent here.
 */
export function encodeNodes(nodes: readonly ProofNode[]): EncodedNodes {
  const hashes: string[] = [];
  const texts: string[] = [];
  for (const { id, type, data, children } of nodes) {
    const dataText = cjsonText(data);
    let ids = '';
    let childrenHashes = '';
    for (const child of children) {
      const comma = ids === '' ? '' : ',';
      ids += `${comma}${child}`;
      childrenHashes += `${comma}"${hashes[child] as string}"`;
    }
    const hash = sha256Hex(`{"children_hashes":[${childrenHashes}],"data":${dataText},"id":${id},"type":"${type}"}`);
    hashes.push(hash);
    texts.push(`{"children":[${ids}],"data":${dataText},"hash":"${hash}","id":${id},"type":"${type}"}`);
  }
  return { texts, hashes };
}

function rootNode(nodes: readonly ProofNode[], fields: readonly EvaluatedField[]): ProofNode {
  return { id: nodes.length, type: 'OP', data: ROOT_DATA, children: fields.map(({ node }) => node) };
}

/** What marks the last node. */
export const ROOT_DATA = { op: 'ROOT' } as const;
