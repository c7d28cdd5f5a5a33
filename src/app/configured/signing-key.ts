import { join } from 'node:path';
import type { SigningKeySource } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';

/** Where the signing key of this installation is, according to the settings. */
export function configuredSigningKey({ home, signing_key, signing_key_id }: Settings): SigningKeySource {
  return { given: signing_key, keyId: signing_key_id, file: join(home, 'keys', 'signing.pem') };
}
