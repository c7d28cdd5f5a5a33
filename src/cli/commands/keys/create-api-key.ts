import { createApiKey, openPepper, parseRole } from '../../../operations/index.js';
import { newApiKeyJson } from '../../../operations/access/api-key-json.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { renderProperties } from '../../output/table.js';
import { withTenant } from '../../session.js';

export interface CreateOptions extends TenantOptions {
  role: string;
}

export async function run(invocation: Invocation<CreateOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const role = parseRole(options.role);
  const created = await withTenant(invocation, ({ database }, settings) => {
    const pepper = openPepper({ configured: settings.api_key_pepper, home: settings.home });
    return createApiKey(database, { name, role }, pepper);
  });
  if (output.asJson) return output.json(newApiKeyJson(created));
  output.print(
    renderProperties([
      ['key', created.key],
      ['name', created.name],
      ['role', created.role],
      ['tenant', created.tenant],
      ['id', created.id],
    ]),
  );
  output.message('The key is not shown again. Send it as: Authorization: Bearer <key>');
}
