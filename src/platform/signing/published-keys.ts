import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CasparianError, errorMessage } from '../errors.js';
import { makeFolder } from '../make-folder.js';
import { readPublicKey } from './signing-key.js';

/** `development`: created because there was none. `created`: by a person. `configured`: given by the settings. */
export type KeyOrigin = 'development' | 'created' | 'configured';

/** The public half of a key that signs or has signed here. */
export interface PublishedKey {
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  readonly origin: KeyOrigin;
  readonly createdAt: string;
  /** When another key took its place; null while it signs. */
  readonly retiredAt: string | null;
}

/** All public keys of the folder, oldest first. */
export async function publishedKeys(folder: string): Promise<PublishedKey[]> {
  const names = await readdir(publicFolder(folder)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const keys = await Promise.all(files.map((name) => readRecord(join(publicFolder(folder), name))));
  return keys.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.keyId.localeCompare(b.keyId));
}

/** Writes the record of a key, unless it has one. Fails if its id names another key. */
export async function publishKey(folder: string, key: Omit<PublishedKey, 'createdAt' | 'retiredAt'>): Promise<void> {
  const known = (await publishedKeys(folder)).find(({ keyId }) => keyId === key.keyId);
  if (known !== undefined && known.publicKey !== key.publicKey) throw idTaken(key.keyId);
  if (known !== undefined && known.retiredAt === null) return;
  const createdAt = known?.createdAt ?? new Date().toISOString();
  await writeRecord(folder, { ...key, origin: known?.origin ?? key.origin, createdAt, retiredAt: null });
}

/** Marks all keys but one as retired. */
export async function retireOthers(folder: string, currentId: string): Promise<void> {
  for (const key of await publishedKeys(folder)) {
    if (key.keyId === currentId || key.retiredAt !== null) continue;
    await writeRecord(folder, { ...key, retiredAt: new Date().toISOString() });
  }
}

/** An id may contain any character; a name of a file may not. */
export function fileNameOf(keyId: string): string {
  return encodeURIComponent(keyId);
}

function publicFolder(folder: string): string {
  return join(folder, 'public');
}

async function readRecord(path: string): Promise<PublishedKey> {
  try {
    const record = JSON.parse(await readFile(path, 'utf8')) as KeyRecord;
    return {
      keyId: record.key_id,
      publicKey: readPublicKey(record.public_key),
      origin: record.origin,
      createdAt: record.created_at,
      retiredAt: record.retired_at,
    };
  } catch (error) {
    throw new CasparianError('CONFIG_INVALID', `${path} is not the record of a public key`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}

/** The form of the files. */
interface KeyRecord {
  readonly key_id: string;
  readonly public_key: string;
  readonly origin: KeyOrigin;
  readonly created_at: string;
  readonly retired_at: string | null;
}

/** A rename, because a reader must never see half of a file. */
async function writeRecord(folder: string, key: PublishedKey): Promise<void> {
  const path = join(publicFolder(folder), `${fileNameOf(key.keyId)}.json`);
  const staged = `${path}.${randomUUID()}`;
  makeFolder(publicFolder(folder), 0o700);
  const record: KeyRecord = {
    key_id: key.keyId,
    public_key: key.publicKey,
    origin: key.origin,
    created_at: key.createdAt,
    retired_at: key.retiredAt,
  };
  await writeFile(staged, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o644 });
  await rename(staged, path);
}

function idTaken(keyId: string): CasparianError {
  return new CasparianError('SIGNING_KEY_ID_TAKEN', `The id '${keyId}' names another key that has signed here`, {
    why: 'Signatures refer to their key by its id, so an id must name one key for ever.',
    next: ['Give the new key another id, or leave signing_key_id out: then it follows from the key.'],
  });
}
