import { revokeApiKey } from '../../../operations/index.js';
import { apiKeyJson } from '../../../operations/access/api-key-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { output, args } = invocation;
  const [name = ''] = args;
  const key = await withTenant(invocation, ({ database }) => revokeApiKey(database, name));
  if (output.asJson) return output.json(apiKeyJson(key));
  output.print(`The API key '${key.name}' is revoked.`);
}
