import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CasparianError, errorMessage, makeFolder } from '../../platform/index.js';

/** The secret that hashes of API keys contain: with a copy of the database alone, keys cannot be guessed or checked. */
export interface Pepper {
  readonly bytes: Buffer;
  /** Recognises the pepper without revealing it. */
  readonly id: string;
}

/** Where the pepper comes from: the configured one, or a file in the home. */
export interface PepperSource {
  /** Base64, at least 16 bytes. */
  readonly configured: string | undefined;
  readonly home: string;
}

const MIN_BYTES = 16;
const NEW_BYTES = 32;

/** The pepper of this installation. Creates the file when the first key is created. */
export function openPepper(source: PepperSource): Pepper {
  const path = pepperPath(source.home);
  const text = source.configured ?? readIfExists(path) ?? createPepper(source.home, path);
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length < MIN_BYTES) throw tooShort(source.configured === undefined ? path : 'api_key_pepper');
  return { bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

function pepperPath(home: string): string {
  return join(home, 'api-keys.pepper');
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CasparianError('CONFIG_INVALID', `The pepper of API keys, ${path}, cannot be read`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

/** Two processes may create it at the same time: the first one wins, and both read the same. */
function createPepper(home: string, path: string): string {
  makeFolder(home, 0o700);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(NEW_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}

function tooShort(where: string): CasparianError {
  return new CasparianError('CONFIG_INVALID', `The pepper of API keys (${where}) is too short`, {
    why: `It is base64 of at least ${MIN_BYTES} bytes.`,
    next: ['Create one with: openssl rand -base64 32'],
  });
}
