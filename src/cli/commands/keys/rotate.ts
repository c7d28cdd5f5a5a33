import type { Invocation } from '../../invocation.js';
import { type NewKeyOptions, printNewKey, publishedKey, recordKeyChange, signingKeysOf } from './signing-session.js';

export async function run(invocation: Invocation<NewKeyOptions>): Promise<void> {
  const keys = await signingKeysOf(invocation);
  const before = await keys.find();
  const { keyId } = await keys.rotate(invocation.options.id);
  const key = await publishedKey(keys, keyId);
  printNewKey(invocation, key);
  if (before !== undefined) invocation.output.message(`The key ${before.keyId} is retired. Its signatures stay valid.`);
  await recordKeyChange(invocation, 'signing.key.rotated', key, before?.keyId);
}
