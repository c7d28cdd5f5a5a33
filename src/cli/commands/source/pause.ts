import { pauseSource } from '../../../collect/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { printSource } from './source-text.js';

export async function run(invocation: Invocation<TenantOptions & { for?: number; reason?: string }>): Promise<void> {
  const { args, options, output } = invocation;
  const [name = ''] = args;
  await withTenant(invocation, async ({ database }) =>
    printSource(output, database, await pauseSource(database, name, { forMs: options.for, reason: options.reason })),
  );
}
