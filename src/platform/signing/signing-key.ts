import { sha256Hex } from '../cjson.js';
import { readEd25519Key, readEd25519PublicKey, signEd25519, verifyEd25519 } from './ed25519-keys.js';

/** An Ed25519 key with a name. The private half stays inside. */
export interface SigningKey {
  /** Names the key in signatures. */
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** Signs the 32 bytes of a hash (pure Ed25519). Returns 64 bytes in base64. The key may be outside of this process. */
  sign(hash: Uint8Array): Promise<string>;
}

/** Reads a private key in any form that `readEd25519Key` accepts. Without an id, the key is named after its public half. */
export function readSigningKey(text: string | Uint8Array, keyId?: string): SigningKey {
  const key = readEd25519Key(text);
  const publicKey = key.publicKey.toString('base64');
  return {
    keyId: keyId ?? keyIdOf(publicKey),
    publicKey,
    sign: (hash) => Promise.resolve(signEd25519(key, hash).toString('base64')),
  };
}

/** The name of a key that was given none: 16 hex digits of the hash of its public half. */
export function keyIdOf(publicKey: string): string {
  return sha256Hex(Buffer.from(publicKey, 'base64')).slice(0, 16);
}

/** Whether a signature belongs to the message and the public key, both in base64. Malformed ones do not. */
export function isSignedBy(publicKey: string, message: Uint8Array, signature: string): boolean {
  return verifyEd25519(Buffer.from(publicKey, 'base64'), message, Buffer.from(signature, 'base64'));
}

/** Reads a public key in any form that `readEd25519PublicKey` accepts. Returns base64. */
export function readPublicKey(text: string): string {
  return readEd25519PublicKey(text).toString('base64');
}
