import { unregister } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface UnregisterOptions {
  version?: string;
}

export async function run(invocation: Invocation<UnregisterOptions & TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const { versions, current } = await withTenant(invocation, ({ database }) =>
    unregister(database, name, options.version),
  );
  if (output.asJson) return output.json({ name, unregistered: versions, current });
  const which = versions.map((version) => `v${version}`).join(', ');
  output.print(`Parser '${name}' ${which} is unregistered. Its bundle and outputs are kept.`);
  if (current !== null) output.print(`The current version is now v${current}.`);
}
