import type { Engine } from '../../engine/index.js';
import { openPassportRuntime, type PassportRuntime, type Signer } from '../../passport/index.js';
import type { Logger, SigningKey } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { configuredSigningKeys, developmentKeyText } from './signing-keys.js';

/** Opens what passport jobs need, according to the settings. */
export function openConfiguredPassports({ database }: Engine, settings: Settings, logger: Logger): PassportRuntime {
  const keys = configuredSigningKeys(settings);
  const signers = new Map<string, Promise<Signer>>();
  return openPassportRuntime({
    database,
    buildId: settings.compiler_build_id,
    limits: {
      payload: settings.passport_payload_max_bytes,
      proof: settings.passport_proof_max_bytes,
      receipt: settings.passport_receipt_max_bytes,
    },
    currentKeyId: async () => (await keys.current((key) => logger.warn({}, developmentKeyText(key)))).keyId,
    // Reading a key takes longer than signing with it.
    signerFor: (keyId) => {
      const known = signers.get(keyId) ?? keys.named(keyId).then(passportSigner);
      signers.set(keyId, known);
      known.catch(() => signers.delete(keyId));
      return known;
    },
    allowPrivate: settings.allow_private_addresses,
  });
}

/** A key in the form in which passports are signed. */
function passportSigner(key: SigningKey): Signer {
  return {
    keyId: key.keyId,
    publicKey: Buffer.from(key.publicKey, 'base64'),
    sign: async (hash) => Buffer.from(await key.sign(hash), 'base64'),
  };
}
