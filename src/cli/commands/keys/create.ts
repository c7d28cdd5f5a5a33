import type { Invocation } from '../../invocation.js';
import { printNewKey, publishedKey, signingKeysOf } from './signing-session.js';

export async function run(invocation: Invocation<{ id?: string }>): Promise<void> {
  const keys = await signingKeysOf(invocation);
  const { keyId } = await keys.create(invocation.options.id);
  printNewKey(invocation, await publishedKey(keys, keyId));
}
