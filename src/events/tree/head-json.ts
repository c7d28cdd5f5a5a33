import type { SignedTreeHead } from './tree-head.js';

/** A tree head as JSON. Scripts depend on these names: add, never change. */
export interface TreeHeadJson {
  readonly tenant: string;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly signed_at: string;
  readonly key_id: string;
  readonly public_key: string;
  readonly signature: string;
}

export function treeHeadJson(head: SignedTreeHead): TreeHeadJson {
  return {
    tenant: head.tenant,
    tree_size: head.treeSize,
    root_hash: head.rootHash,
    signed_at: head.signedAt,
    key_id: head.keyId,
    public_key: head.publicKey,
    signature: head.signature,
  };
}
