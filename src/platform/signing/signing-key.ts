import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256Hex } from '../cjson.js';
import { CasparianError } from '../errors.js';

/** An Ed25519 key. The private half stays inside. */
export interface SigningKey {
  /** Names the key in signatures. */
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** Signs a message of any length (pure Ed25519). Returns 64 bytes in base64. */
  sign(message: Uint8Array): string;
  /** The key as PEM (PKCS#8), to store it. */
  toPem(): string;
}

/** What precedes a 32-byte seed in PKCS#8, and a 32-byte public key in SPKI. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const SEED_BYTES = 32;
const PAIR_BYTES = 64;
const PKCS8_BYTES = PKCS8_PREFIX.length + SEED_BYTES;

/**
 * Reads a private key from text: PEM, or base64 of a 32-byte seed, of 64 bytes (seed and public key), of PKCS#8 DER, or of PEM.
 * Without an id, the key is named after its public half.
 */
export function readSigningKey(text: string, keyId?: string): SigningKey {
  const key = privateKeyOf(text.trim());
  // Importing a key takes 0.5 ms, so both halves are kept.
  const publicKey = rawPublicKey(createPublicKey(key));
  return {
    keyId: keyId ?? keyIdOf(publicKey),
    publicKey,
    sign: (message) => sign(null, message, key).toString('base64'),
    toPem: () => key.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}

/** The name of a key that was given none: 16 hex digits of the hash of its public half. */
export function keyIdOf(publicKey: string): string {
  return sha256Hex(Buffer.from(publicKey, 'base64')).slice(0, 16);
}

/** Whether a signature belongs to the message and the public key, both in base64. Malformed ones do not. */
export function isSignedBy(publicKey: string, message: Uint8Array, signature: string): boolean {
  const raw = Buffer.from(publicKey, 'base64');
  if (raw.length !== SEED_BYTES) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
    return verify(null, message, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Reads a public key from text: base64 of its 32 bytes, or PEM. Returns base64. */
export function readPublicKey(text: string): string {
  const given = text.trim();
  const raw = Buffer.from(given, 'base64');
  if (raw.length === SEED_BYTES && raw.toString('base64') === given) return given;
  try {
    const key = createPublicKey(given);
    if (key.asymmetricKeyType === 'ed25519') return rawPublicKey(key);
  } catch (error) {
    throw invalidKey('It is neither base64 of 32 bytes nor PEM.', error);
  }
  throw invalidKey('It is not an Ed25519 key.');
}

function privateKeyOf(text: string): KeyObject {
  const key = importKey(text);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw invalidKey(`It is a key for ${key.asymmetricKeyType ?? 'something else'}, not for Ed25519.`);
}

function importKey(text: string): KeyObject {
  try {
    if (text.startsWith('-----BEGIN')) return createPrivateKey(text);
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === SEED_BYTES) return ofSeed(bytes);
    if (bytes.length === PAIR_BYTES) return ofPair(bytes);
    if (bytes.length === PKCS8_BYTES) return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
    const inner = bytes.toString('utf8').trim();
    if (inner.startsWith('-----BEGIN')) return createPrivateKey(inner);
  } catch (error) {
    if (error instanceof CasparianError) throw error;
    throw invalidKey('It cannot be read as a private key.', error);
  }
  throw invalidKey('It has none of the known forms.');
}

function ofSeed(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** Signing with a wrong public half would reveal the private one, so they are compared. */
function ofPair(bytes: Buffer): KeyObject {
  const key = ofSeed(bytes.subarray(0, SEED_BYTES));
  if (rawPublicKey(createPublicKey(key)) === bytes.subarray(SEED_BYTES).toString('base64')) return key;
  throw invalidKey('Its second half is not the public key of its first half.');
}

function rawPublicKey(key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' });
  return der.subarray(der.length - SEED_BYTES).toString('base64');
}

function invalidKey(why: string, cause?: unknown): CasparianError {
  return new CasparianError('SIGNING_KEY_INVALID', 'The signing key cannot be used', {
    why,
    next: ['Give an Ed25519 key: PEM (openssl genpkey -algorithm ed25519), or base64 of its 32-byte seed.'],
    cause,
  });
}
