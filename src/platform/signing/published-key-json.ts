import { publicKeyPem } from './ed25519-keys.js';
import type { PublishedKey } from './published-keys.js';

export interface PublishedKeyJson {
  readonly key_id: string;
  readonly status: 'current' | 'retired';
  readonly public_key: string;
  readonly public_key_pem: string;
  readonly origin: PublishedKey['origin'];
  readonly created_at: string;
  readonly retired_at: string | null;
}

export function publishedKeyJson({ keyId, publicKey, origin, createdAt, retiredAt }: PublishedKey): PublishedKeyJson {
  return {
    key_id: keyId,
    status: retiredAt === null ? 'current' : 'retired',
    public_key: publicKey,
    public_key_pem: publicKeyPem(Buffer.from(publicKey, 'base64')),
    origin,
    created_at: createdAt,
    retired_at: retiredAt,
  };
}
