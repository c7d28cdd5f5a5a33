import { CasparianError, hint } from '../../../platform/index.js';
import { publishedKeyJson } from '../../../platform/signing/published-key-json.js';
import type { Invocation } from '../../invocation.js';
import { publishedKey, signingKeysOf } from './signing-session.js';

export async function run(invocation: Invocation): Promise<void> {
  const { args, output } = invocation;
  const keys = await signingKeysOf(invocation);
  const keyId = args[0] ?? (await keys.find())?.keyId;
  if (keyId === undefined) {
    throw new CasparianError('SIGNING_KEY_NOT_FOUND', 'This installation has no signing key yet', {
      next: [hint('Create it', { action: 'keys.signing.create' })],
    });
  }
  const key = publishedKeyJson(await publishedKey(keys, keyId));
  if (output.asJson) output.json(key);
  else output.print(key.public_key_pem.trimEnd());
}
