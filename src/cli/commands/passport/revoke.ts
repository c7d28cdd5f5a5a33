import { passportVersionNamed } from '../../../operations/index.js';
import { revokePassportVersion } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { printVersion } from './version-text.js';

export async function run(invocation: Invocation<TenantOptions & { reason: string }>): Promise<void> {
  const { reason } = invocation.options;
  const version = await withTenant(invocation, async ({ database }) => {
    const { id } = await passportVersionNamed(database, invocation.args[0] ?? '');
    return database.transaction((tx) => revokePassportVersion(tx, id, { reason }));
  });
  printVersion(invocation.output, version);
}
