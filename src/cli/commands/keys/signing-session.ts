import { configuredSigningKeys } from '../../../app/index.js';
import { recordEvent } from '../../../events/index.js';
import { CasparianError, errorMessage, type PublishedKey, type SigningKeys } from '../../../platform/index.js';
import { publishedKeyJson } from '../../../platform/signing/published-key-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties } from '../../output/table.js';
import { withTenant } from '../../session.js';
import { someSettings } from '../../settings.js';

/** The keys of the installation. No other setting matters, so that a missing database does not. */
export async function signingKeysOf(invocation: Invocation): Promise<SigningKeys> {
  const settings = await someSettings(invocation, [
    ...(['home', 'signing_key', 'signing_key_id', 'signing_key_file'] as const),
    ...(['signing_command', 'signing_public_key'] as const),
  ]);
  return configuredSigningKeys(settings);
}

const SHORTEST_PREFIX = 4;

/** The key with this id, or whose id alone begins with it. */
export async function publishedKey(keys: SigningKeys, keyId: string): Promise<PublishedKey> {
  const published = await keys.published();
  const found = published.find((key) => key.keyId === keyId);
  if (found !== undefined) return found;
  const [first, ...others] = published.filter((key) => keyId.length >= SHORTEST_PREFIX && key.keyId.startsWith(keyId));
  if (first !== undefined && others.length === 0) return first;
  throw new CasparianError('SIGNING_KEY_NOT_FOUND', `No key has the id '${keyId}'`);
}

export interface NewKeyOptions extends TenantOptions {
  id?: string;
}

/**
 * Records who changed the key. The key exists already, and a machine that only keeps keys may have no database, so a database that
 * cannot be reached is a warning.
 */
export async function recordKeyChange(
  invocation: Invocation<NewKeyOptions>,
  eventType: 'signing.key.created' | 'signing.key.rotated',
  { keyId, publicKey }: PublishedKey,
  before?: string,
): Promise<void> {
  const payload = { key_id: keyId, public_key: publicKey, ...(before === undefined ? {} : { retired_key_id: before }) };
  try {
    await withTenant(invocation, ({ database }) =>
      database.transaction((tx) =>
        recordEvent(tx, { eventType, aggregateType: 'signing_key', aggregateId: keyId, payload }),
      ),
    );
  } catch (error) {
    invocation.output.message(`Warning: The event log does not have this change: ${errorMessage(error)}`);
  }
}

/** Prints the key that signs from now on. */
export function printNewKey({ output }: Invocation, key: PublishedKey): void {
  if (output.asJson) return output.json(publishedKeyJson(key));
  output.print(
    renderProperties([
      ['key id', key.keyId],
      ['public key', key.publicKey],
    ]),
  );
  output.message('Publish the public key, so that others can verify: casparian keys signing show > maker.pem');
}
