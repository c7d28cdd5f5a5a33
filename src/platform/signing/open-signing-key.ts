import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CasparianError, errorMessage } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import { readSigningKey, type SigningKey } from './signing-key.js';

/** Where the key of this installation comes from. */
export interface SigningKeySource {
  /** The key itself, from the settings; otherwise the file is used. */
  readonly given?: string | undefined;
  readonly keyId?: string | undefined;
  /** Created with a new key on first use, readable by its owner only. */
  readonly file: string;
}

/** Opens the signing key of this installation. Creates one if there is none. */
export async function openSigningKey({ given, keyId, file }: SigningKeySource): Promise<SigningKey> {
  if (given !== undefined) return readSigningKey(given, keyId);
  const text = (await readIfPresent(file)) ?? (await createKeyFile(file));
  return readSigningKey(text, keyId);
}

/** The key of this installation, if it has one already. */
export async function findSigningKey({ given, keyId, file }: SigningKeySource): Promise<SigningKey | undefined> {
  const text = given ?? (await readIfPresent(file));
  return text === undefined ? undefined : readSigningKey(text, keyId);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
}

/** A link, because it fails if the file exists: of two processes that create a key at once, both use the first one's. */
async function createKeyFile(file: string): Promise<string> {
  const staged = `${file}.${randomUUID()}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    makeFolder(dirname(file), 0o700);
    const handle = await open(staged, 'wx', 0o600);
    try {
      await handle.writeFile(privateKey.export({ format: 'pem', type: 'pkcs8' }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(staged, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return await readFile(file, 'utf8');
  } catch (error) {
    throw unusable(file, error);
  } finally {
    await rm(staged, { force: true });
  }
}

function unusable(file: string, cause: unknown): CasparianError {
  return new CasparianError('CONFIG_INVALID', `The signing key ${file} cannot be read or created`, {
    why: errorMessage(cause),
    next: ['Make the home writable for this user, or set the key with CASPARIAN_SIGNING_KEY.'],
    cause,
  });
}
