import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CasparianError, errorMessage } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import { fileNameOf, publishedKeys, publishKey, retireOthers } from './published-keys.js';
import { keyIdOf, readSigningKey, type SigningKey } from './signing-key.js';

/** The key in the folder, if there is one. It has the given id, or the one that it was created with. */
export async function findHomeKey(folder: string, keyId?: string): Promise<SigningKey | undefined> {
  const text = await readIfPresent(currentFile(folder));
  if (text === undefined) return undefined;
  const { publicKey } = readSigningKey(text);
  const published = await publishedKeys(folder);
  const record =
    published.find((key) => key.publicKey === publicKey && key.keyId === keyId) ??
    published.findLast((key) => key.publicKey === publicKey);
  return readSigningKey(text, keyId ?? record?.keyId);
}

/** The private key of an earlier rotation, if it was not deleted. */
export async function findRetiredKey(folder: string, keyId: string): Promise<SigningKey | undefined> {
  const text = await readIfPresent(retiredFile(folder, keyId));
  return text === undefined ? undefined : readSigningKey(text, keyId);
}

/** Creates a key, unless the folder has one. Of two processes that do so at once, both use the first one's. */
export async function createDevelopmentKey(folder: string, keyId?: string): Promise<SigningKey> {
  const staged = await stagedKey(folder);
  try {
    // A link fails if the file exists.
    await link(staged.file, currentFile(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw unusable(folder, error);
    });
  } finally {
    await rm(staged.file, { force: true });
  }
  const key = (await findHomeKey(folder, keyId)) as SigningKey;
  await publishKey(folder, { keyId: key.keyId, publicKey: key.publicKey, origin: 'development' });
  return key;
}

/** Puts a new key into the place of the current one, whose private half stays for passports that were compiled with it. */
export async function replaceHomeKey(folder: string, keyId?: string): Promise<SigningKey> {
  const previous = await findHomeKey(folder);
  const staged = await stagedKey(folder);
  try {
    const id = keyId ?? keyIdOf(staged.publicKey);
    // Fails if the id is taken, before anything has changed.
    await publishKey(folder, { keyId: id, publicKey: staged.publicKey, origin: 'created' });
    if (previous !== undefined) await keepPrivateKey(folder, previous);
    await rename(staged.file, currentFile(folder));
    await retireOthers(folder, id);
    return (await findHomeKey(folder, id)) as SigningKey;
  } finally {
    await rm(staged.file, { force: true });
  }
}

async function keepPrivateKey(folder: string, { keyId, publicKey }: SigningKey): Promise<void> {
  await publishKey(folder, { keyId, publicKey, origin: 'created' });
  makeFolder(join(folder, 'retired'), 0o700);
  await link(currentFile(folder), retiredFile(folder, keyId)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw unusable(folder, error);
  });
}

async function stagedKey(folder: string): Promise<{ file: string; publicKey: string }> {
  const file = `${currentFile(folder)}.${randomUUID()}`;
  const text = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  try {
    makeFolder(dirname(file), 0o700);
    await writePrivateFile(file, text);
  } catch (error) {
    throw unusable(folder, error);
  }
  return { file, publicKey: readSigningKey(text).publicKey };
}

/** Writes a file that only its owner can read, and that does not exist yet. */
async function writePrivateFile(file: string, text: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unusable(dirname(file), error);
  }
}

function currentFile(folder: string): string {
  return join(folder, 'signing.pem');
}

function retiredFile(folder: string, keyId: string): string {
  return join(folder, 'retired', `${fileNameOf(keyId)}.pem`);
}

function unusable(folder: string, cause: unknown): CasparianError {
  return new CasparianError('CONFIG_INVALID', `The signing key in ${folder} cannot be read or created`, {
    why: errorMessage(cause),
    next: ['Make the home writable for this user, or set the key with CASPARIAN_SIGNING_KEY.'],
    cause,
  });
}
