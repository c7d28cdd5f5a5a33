import { findRegistered, unregisterParser } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface UnregisterOptions {
  version?: string;
}

export async function run(invocation: Invocation<UnregisterOptions & TenantOptions>): Promise<void> {
  const { options, output, args } = invocation;
  const [name = ''] = args;
  const { versions, current } = await withTenant(invocation, async ({ database }) => ({
    versions: await unregisterParser(database, name, options.version),
    current: (await findRegistered(database, name))?.version ?? null,
  }));
  if (output.asJson) return output.json({ name, unregistered: versions, current });
  const which = versions.map((version) => `v${version}`).join(', ');
  output.print(`Parser '${name}' ${which} is unregistered. Its bundle and its outputs stay.`);
  if (current !== null) output.print(`New files go to v${current}.`);
}
