import { type Ed25519Key, signEd25519 } from '../../platform/index.js';

/** Signs hashes with one Ed25519 key, wherever the key is. */
export interface Signer {
  readonly keyId: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The signature over the 32 bytes of a hash: 64 bytes (BPC-SIGN-1). */
  sign(hash: Uint8Array): Promise<Uint8Array>;
}

/** A signer whose key is in our memory. */
export function localSigner(keyId: string, key: Ed25519Key): Signer {
  return { keyId, publicKey: key.publicKey, sign: (hash) => Promise.resolve(signEd25519(key, hash)) };
}
