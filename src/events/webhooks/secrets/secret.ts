import { randomBytes } from 'node:crypto';

/** Standard Webhooks: 24 to 64 random bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new secret in the form that receivers get it: `whsec_` and base64. */
export function newSecret(random: (bytes: number) => Buffer = randomBytes): string {
  return PREFIX + random(SECRET_BYTES).toString('base64');
}

/** The key of Standard Webhooks: the bytes behind the prefix. */
export function decodedSecret(secret: string): Buffer {
  return Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
}
