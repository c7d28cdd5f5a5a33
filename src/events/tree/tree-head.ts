import { cjsonText, isSignedBy, sha256Hex, type SigningKey } from '../../platform/index.js';

const HEAD_VERSION = 'CASPARIAN-EVENT-HEAD-1';

/** What a tree head states: the first `treeSize` events of the tenant have this root. */
export interface TreeHead {
  readonly tenant: string;
  readonly treeSize: number;
  readonly rootHash: string;
  /** By the database's clock. */
  readonly signedAt: string;
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
}

export interface SignedTreeHead extends TreeHead {
  /** 64 bytes in base64. */
  readonly signature: string;
}

export async function signTreeHead(
  head: Omit<TreeHead, 'keyId' | 'publicKey'>,
  key: SigningKey,
): Promise<SignedTreeHead> {
  const named = { ...head, keyId: key.keyId, publicKey: key.publicKey };
  return { ...named, signature: await key.sign(signedBytes(named)) };
}

/** Whether the head was signed with the private half of the key that it names, and not changed since. */
export function isAuthentic(head: SignedTreeHead): boolean {
  return isSignedBy(head.publicKey, signedBytes(head), head.signature);
}

/** As in BPC-SIGN-1, the signature covers the 32 bytes of the SHA-256 hash of the canonical text. */
function signedBytes(head: TreeHead): Buffer {
  const text = cjsonText({
    head_version: HEAD_VERSION,
    tenant_id: head.tenant,
    tree_size: head.treeSize,
    root_hash: head.rootHash,
    signed_at: head.signedAt,
    signing_key_id: head.keyId,
    public_key: head.publicKey,
  });
  return Buffer.from(sha256Hex(text), 'hex');
}
