import { CasparianError, sha256Hex, verifyEd25519 } from '../../platform/index.js';
import { signedReceiptBytes } from '../compile/receipt.js';
import type { Signer } from './signer.js';

export interface SignedReceipt {
  /** 64 bytes. */
  readonly signature: Buffer;
  readonly signedCanonical: Buffer;
  readonly signingKeyId: string;
  readonly signingKeyPublic: Buffer;
}

/**
 * Signs an unsigned receipt (BPC-SIGN-1). The receipt names its key, so another one is refused. The signature is verified before it
 * is returned: a signer outside of this process may be wrong.
 */
export async function signReceipt(receiptCanonical: Uint8Array, signer: Signer): Promise<SignedReceipt> {
  const { signing_key_id: wanted } = JSON.parse(Buffer.from(receiptCanonical).toString('utf8')) as {
    signing_key_id: string;
  };
  if (wanted !== signer.keyId) {
    throw new CasparianError(
      'SIGNING_KEY_MISSING',
      `the receipt is to be signed with the key '${wanted}', not '${signer.keyId}'`,
      {
        why: 'The id of the key is part of the receipt, which was compiled before the key changed.',
      },
    );
  }
  const hash = Buffer.from(sha256Hex(receiptCanonical), 'hex');
  const signature = Buffer.from(await signer.sign(hash));
  if (!verifyEd25519(signer.publicKey, hash, signature)) {
    throw new CasparianError(
      'SIGNATURE_INVALID',
      `the signature does not belong to the public key of '${signer.keyId}'`,
    );
  }
  return {
    signature,
    signedCanonical: signedReceiptBytes(receiptCanonical, signature),
    signingKeyId: signer.keyId,
    signingKeyPublic: Buffer.from(signer.publicKey),
  };
}
