import { newestVersionNamed } from '../../../operations/index.js';
import { activatePassportVersion } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { printVersion } from './version-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const version = await withTenant(invocation, async ({ database }) => {
    const { id } = await newestVersionNamed(database, invocation.args[0] ?? '');
    return database.transaction((tx) => activatePassportVersion(tx, id));
  });
  printVersion(invocation.output, version);
}
