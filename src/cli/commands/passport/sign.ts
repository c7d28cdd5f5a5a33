import { completeVersion, passportVersionNamed } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withPassports } from './passport-scope.js';
import { printVersion } from './version-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const version = await withPassports(invocation, async (scope) => {
    const found = await passportVersionNamed(scope.database, invocation.args[0] ?? '');
    return found.status === 'COMPILING' ? completeVersion(scope, found) : found;
  });
  printVersion(invocation.output, version);
}
