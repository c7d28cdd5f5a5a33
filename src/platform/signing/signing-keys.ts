import { CasparianError } from '../errors.js';
import { hint } from '../hint.js';
import { createDevelopmentKey, findHomeKey, findRetiredKey, replaceHomeKey } from './home-key.js';
import { type PublishedKey, publishedKeys, publishKey, retireOthers } from './published-keys.js';
import type { SigningKey } from './signing-key.js';

/** Where the keys of this installation are. */
export interface SigningKeySource {
  /** Reads the key that the settings give. Without it, the key in the folder is used. */
  readonly given?: (() => Promise<SigningKey>) | undefined;
  /** The name of the key in the folder. */
  readonly keyId?: string | undefined;
  /** Private keys, and the public halves of all keys. */
  readonly folder: string;
}

/** The key that signs now, and those that signed before. */
export interface SigningKeys {
  /** The key that signs now. Creates a development key if there is none, and reports it. */
  current(onDevelopmentKey?: (key: SigningKey) => void): Promise<SigningKey>;
  /** The key that signs now, if there is one. */
  find(): Promise<SigningKey | undefined>;
  /** Whether this key was created because there was none. Writes nothing. */
  isForDevelopment(key: SigningKey): Promise<boolean>;
  /** The key with this id: the current one, or one of an earlier rotation. Fails if its private half is not here. */
  named(keyId: string): Promise<SigningKey>;
  /** Every key that signs or has signed here, oldest first. */
  published(): Promise<PublishedKey[]>;
  /** Creates the key. Fails if there is one that is not a development key. */
  create(keyId?: string): Promise<SigningKey>;
  /** Puts a new key into the place of the current one. */
  rotate(keyId?: string): Promise<SigningKey>;
}

export function openSigningKeys({ given, keyId, folder }: SigningKeySource): SigningKeys {
  let opened: Promise<SigningKey> | undefined;
  const named = new Map<string, SigningKey>();
  const find = (): Promise<SigningKey | undefined> => (given ? given() : findHomeKey(folder, keyId));

  async function current(onDevelopmentKey?: (key: SigningKey) => void): Promise<SigningKey> {
    const found = await find();
    if (found === undefined) {
      const created = await createDevelopmentKey(folder, keyId);
      onDevelopmentKey?.(created);
      return created;
    }
    await publishCurrent(found);
    return found;
  }

  /** The record of a given key is kept, so that its public half is known after it was replaced. */
  async function publishCurrent(key: SigningKey): Promise<void> {
    const known = (await publishedKeys(folder)).find((one) => one.keyId === key.keyId);
    if (known?.publicKey === key.publicKey && known.retiredAt === null) return;
    try {
      await publishKey(folder, { ...key, origin: given ? 'configured' : 'created' });
      await retireOthers(folder, key.keyId);
    } catch (error) {
      // A given key needs no home, which may be read-only.
      if (error instanceof CasparianError || given === undefined) throw error;
    }
  }

  async function newKey(id: string | undefined): Promise<SigningKey> {
    if (given !== undefined) throw givenBySettings();
    if (keyId !== undefined) throw namedBySettings(keyId);
    return replaceHomeKey(folder, id);
  }

  return {
    find,
    // Reading a key takes longer than signing with it.
    async current(onDevelopmentKey) {
      opened ??= current(onDevelopmentKey);
      try {
        return await opened;
      } catch (error) {
        opened = undefined;
        throw error;
      }
    },
    async isForDevelopment({ publicKey }) {
      const record = (await publishedKeys(folder)).find((one) => one.publicKey === publicKey);
      return record?.origin === 'development';
    },
    async named(id) {
      const known = named.get(id);
      if (known !== undefined) return known;
      const now = await find();
      const key = now?.keyId === id ? now : await findRetiredKey(folder, id);
      if (key === undefined) throw missing(id, now?.keyId);
      named.set(id, key);
      return key;
    },
    async published() {
      const key = await find();
      if (key !== undefined) await publishCurrent(key);
      return publishedKeys(folder);
    },
    async create(id) {
      const key = await findHomeKey(folder);
      const record = (await publishedKeys(folder)).find((one) => one.publicKey === key?.publicKey);
      if (given === undefined && key !== undefined && record?.origin !== 'development') throw exists(key);
      return newKey(id);
    },
    rotate: newKey,
  };
}

function missing(id: string, currentId: string | undefined): CasparianError {
  const now = currentId === undefined ? 'This installation has no key' : `This installation signs with '${currentId}'`;
  return new CasparianError('SIGNING_KEY_MISSING', `The private key '${id}' is not here`, {
    why: `${now}. The id of the key is part of a receipt, so no other key can sign it.`,
    next: ['Configure this key for every worker that signs, or compile the passport again.'],
  });
}

function exists({ keyId }: SigningKey): CasparianError {
  return new CasparianError('SIGNING_KEY_EXISTS', `There is a signing key already: '${keyId}'`, {
    next: [hint('Replace it, and keep it for verification', { action: 'keys.signing.rotate' })],
  });
}

function givenBySettings(): CasparianError {
  return new CasparianError('SIGNING_KEY_EXISTS', 'The signing key is given by the settings', {
    why: 'signing_key, signing_key_file or signing_command is set, and a key in the home would not be used.',
    next: [
      'Change the key there, with another signing_key_id. The public half of the present one stays available.',
      hint('See where it is set', { action: 'config.show' }),
    ],
  });
}

function namedBySettings(keyId: string): CasparianError {
  return new CasparianError('SIGNING_KEY_ID_TAKEN', `The setting signing_key_id names the present key: '${keyId}'`, {
    why: 'The new key would have the same id, and a verifier could not distinguish them.',
    next: ['Remove signing_key_id (or BPC_SIGNING_KEY_ID) from the settings, and give the id with the option.'],
  });
}
