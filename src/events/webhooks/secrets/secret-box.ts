import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { CasparianError } from '../../../platform/index.js';
import type { EncryptionKey } from './encryption-key.js';

/** Whose secret it is. Authenticated with the ciphertext, so that a row copied to another endpoint does not decrypt. */
export interface SecretOwner {
  readonly tenant: string;
  readonly endpointId: string;
}

/** A secret as it is stored. */
export interface SealedSecret {
  /** Names the key without revealing it. */
  readonly keyId: string;
  /** base64 of nonce, ciphertext and tag. */
  readonly sealed: string;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(key: EncryptionKey, secret: string, owner: SecretOwner): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(additionalData(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { keyId: keyId(key), sealed: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64') };
}

export function openSecret(
  key: EncryptionKey,
  { keyId: sealedWith, sealed }: SealedSecret,
  owner: SecretOwner,
): string {
  if (sealedWith !== keyId(key)) throw wrongKey(key, sealedWith);
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(additionalData(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new CasparianError(
      'WEBHOOK_SECRET_DAMAGED',
      `The secret of endpoint ${owner.endpointId} cannot be decrypted`,
      {
        why: 'The row was changed, or copied from another endpoint.',
        cause,
      },
    );
  }
}

export function keyId({ bytes }: EncryptionKey): string {
  return createHash('sha256').update('casparian.webhook-encryption-key').update(bytes).digest('hex').slice(0, 16);
}

function additionalData({ tenant, endpointId }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([tenant, endpointId]));
}

function wrongKey(key: EncryptionKey, sealedWith: string): CasparianError {
  return new CasparianError('WEBHOOK_KEY_WRONG', 'The secrets of webhooks were encrypted with another key', {
    why: `They need the key with the id ${sealedWith}; ${key.origin} has the id ${keyId(key)}.`,
    next: ['Give all machines that use this database the same webhook_encryption_key (BPC_WEBHOOK_ENCRYPTION_KEY).'],
  });
}
