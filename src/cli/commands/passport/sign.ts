import { completeVersion, passportVersionNamed } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withPassports } from './passport-scope.js';
import { printVersion } from './version-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const { version, wasSigned } = await withPassports(invocation, async (scope) => {
    const found = await passportVersionNamed(scope.database, invocation.args[0] ?? '');
    const wasSigned = found.status !== 'COMPILING';
    return { version: wasSigned ? found : await completeVersion(scope, found), wasSigned };
  });
  const { output } = invocation;
  printVersion(output, version);
  if (wasSigned && !output.asJson) output.message('It was signed already. Nothing was done.');
}
