import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CasparianError, errorMessage, makeFolder } from '../../../platform/index.js';

/** Encrypts the secrets of webhooks in the database. */
export interface EncryptionKey {
  readonly bytes: Buffer;
  /** Where it comes from, for messages. */
  readonly origin: string;
}

export interface KeySource {
  /** The setting, in base64 or hex. */
  readonly configured: string | undefined;
  /** The folder in which a key is kept if none is configured. */
  readonly home: string;
}

const KEY_BYTES = 32;

export function keyPath(home: string): string {
  return join(home, 'webhook.key');
}

/** The configured key, or else the one in the home; undefined if there is neither. */
export function findEncryptionKey({ configured, home }: KeySource): EncryptionKey | undefined {
  if (configured !== undefined) return parseKey(configured, 'the setting webhook_encryption_key');
  const path = keyPath(home);
  try {
    return parseKey(readFileSync(path, 'utf8').trim(), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof CasparianError) throw error;
    throw new CasparianError('WEBHOOK_KEY_MISSING', `The key in ${path} cannot be read`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

/** Like `findEncryptionKey`, for those who cannot go on without it. */
export function requireEncryptionKey(source: KeySource): EncryptionKey {
  const key = findEncryptionKey(source);
  if (key) return key;
  throw new CasparianError('WEBHOOK_KEY_MISSING', 'This machine has no key for the secrets of webhooks', {
    why: `webhook_encryption_key is not set, and there is no ${keyPath(source.home)}.`,
    next: [
      'Set webhook_encryption_key (BPC_WEBHOOK_ENCRYPTION_KEY) to the key of the machine on which the endpoint was added; without the setting, that machine has it in webhook.key in its home.',
    ],
  });
}

/** Makes a key in the home, readable by its owner alone. If another process is faster, its key is used. */
export function createEncryptionKey(source: KeySource): EncryptionKey {
  const path = keyPath(source.home);
  try {
    makeFolder(source.home, 0o700);
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new CasparianError('WEBHOOK_KEY_MISSING', `No key could be made in ${path}`, {
        why: errorMessage(error),
        next: ['Make the home writable, or set webhook_encryption_key to 32 random bytes in base64.'],
        cause: error,
      });
    }
  }
  return requireEncryptionKey(source);
}

function parseKey(text: string, origin: string): EncryptionKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length === KEY_BYTES) return { bytes, origin };
  // The value is not shown: it may be a key with a typing error.
  throw new CasparianError('CONFIG_INVALID', `The key in ${origin} cannot be used`, {
    why: `A key is ${KEY_BYTES} bytes in base64 or hex; this text has ${bytes.length}.`,
    next: ['Make one with: openssl rand -base64 32'],
  });
}
