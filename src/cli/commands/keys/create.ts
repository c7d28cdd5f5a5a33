import type { Invocation } from '../../invocation.js';
import { type NewKeyOptions, printNewKey, publishedKey, recordKeyChange, signingKeysOf } from './signing-session.js';

export async function run(invocation: Invocation<NewKeyOptions>): Promise<void> {
  const keys = await signingKeysOf(invocation);
  const { keyId } = await keys.create(invocation.options.id);
  const key = await publishedKey(keys, keyId);
  printNewKey(invocation, key);
  await recordKeyChange(invocation, 'signing.key.created', key);
}
