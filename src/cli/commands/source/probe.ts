import { probeSource } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { printSource } from './source-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const [name = ''] = invocation.args;
  await withTenant(invocation, async ({ database }) =>
    printSource(invocation.output, database, await probeSource(database, name)),
  );
}
