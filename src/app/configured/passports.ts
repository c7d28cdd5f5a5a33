import type { Engine } from '../../engine/index.js';
import { openPassportRuntime, type PassportRuntime, type Signer } from '../../passport/index.js';
import type { SigningKeys } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';

/** Opens what the jobs of passports need, according to the settings. */
export function openConfiguredPassports({ database }: Engine, settings: Settings, keys: SigningKeys): PassportRuntime {
  return openPassportRuntime({
    database,
    buildId: settings.compiler_build_id,
    limits: {
      payload: settings.passport_payload_max_bytes,
      proof: settings.passport_proof_max_bytes,
      receipt: settings.passport_receipt_max_bytes,
    },
    currentKeyId: async () => (await keys.current()).keyId,
    signerFor: (keyId) => signerNamed(keys, keyId),
    allowPrivate: settings.allow_private_addresses,
    ingestFolders: settings.ingest_folders,
    publicUrl: settings.public_url,
  });
}

/** Fails with SIGNING_KEY_MISSING if the key is not here. */
async function signerNamed(keys: SigningKeys, wanted: string): Promise<Signer> {
  const key = await keys.named(wanted);
  return {
    keyId: key.keyId,
    publicKey: Buffer.from(key.publicKey, 'base64'),
    sign: async (hash) => Buffer.from(await key.sign(hash), 'base64'),
  };
}
