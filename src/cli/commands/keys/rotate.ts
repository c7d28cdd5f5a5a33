import type { Invocation } from '../../invocation.js';
import { printNewKey, publishedKey, signingKeysOf } from './signing-session.js';

export async function run(invocation: Invocation<{ id?: string }>): Promise<void> {
  const keys = await signingKeysOf(invocation);
  const before = await keys.find();
  const { keyId } = await keys.rotate(invocation.options.id);
  printNewKey(invocation, await publishedKey(keys, keyId));
  if (before !== undefined) invocation.output.message(`The key ${before.keyId} is retired. Its signatures stay valid.`);
}
