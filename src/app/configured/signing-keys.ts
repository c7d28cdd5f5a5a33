import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CasparianError,
  errorMessage,
  isSignedBy,
  keyIdOf,
  openSigningKeys,
  readPublicKey,
  readSigningKey,
  type SigningKey,
  type SigningKeys,
} from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';

type SigningSettings = Pick<Settings, 'home'> &
  Partial<
    Pick<Settings, 'signing_key' | 'signing_key_id' | 'signing_key_file' | 'signing_command' | 'signing_public_key'>
  >;

/** The signing keys of this installation, according to the settings. */
export function configuredSigningKeys(settings: SigningSettings): SigningKeys {
  const { home, signing_key_id: keyId } = settings;
  return openSigningKeys({ given: givenKey(settings), keyId, folder: join(home, 'keys') });
}

/** For the warning when the first key is created. */
export function developmentKeyText({ keyId }: SigningKey): string {
  return `No signing key is configured, so a development key was created: ${keyId}`;
}

function givenKey(settings: SigningSettings): (() => Promise<SigningKey>) | undefined {
  const { signing_key: text, signing_key_id: keyId, signing_key_file: file, signing_command: argv = [] } = settings;
  if (text !== undefined) return () => Promise.resolve(readSigningKey(text, keyId));
  if (file !== undefined) return async () => readSigningKey(await readKeyFile(file), keyId);
  if (argv.length > 0) return () => commandKey(argv, settings.signing_public_key ?? '', keyId);
  return undefined;
}

async function readKeyFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CasparianError('CONFIG_INVALID', `The signing key ${file} cannot be read`, {
      why: errorMessage(error),
      next: ['Correct signing_key_file (CASPARIAN_SIGNING_KEY_FILE), or make the file readable for this user.'],
      cause: error,
    });
  }
}

/** Tree heads are not verified after they were signed, so every signature of a command is verified here. */
async function commandKey(argv: readonly string[], given: string, wantedId: string | undefined): Promise<SigningKey> {
  // Imported here: other commands would wait for it.
  const { commandSigner } = await import('../../passport/index.js');
  const publicKey = readPublicKey(given);
  const keyId = wantedId ?? keyIdOf(publicKey);
  const signer = commandSigner({ keyId, publicKey: Buffer.from(publicKey, 'base64'), argv, env: process.env });
  return {
    keyId,
    publicKey,
    async sign(hash) {
      const signature = Buffer.from(await signer.sign(hash)).toString('base64');
      if (isSignedBy(publicKey, hash, signature)) return signature;
      throw new CasparianError('SIGNATURE_INVALID', `'${argv[0]}' signs with another key than signing_public_key`);
    },
  };
}
