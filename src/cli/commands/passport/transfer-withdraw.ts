import { withdrawTransfer } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { currentKeyId, withPassports } from './passport-scope.js';
import { printTransfer } from './transfer-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const transfer = await withPassports(invocation, async (scope, settings) =>
    withdrawTransfer(scope, { transfer: invocation.args[0] ?? '', signingKeyId: await currentKeyId(settings) }),
  );
  printTransfer(invocation.output, transfer, 'The offer is withdrawn');
}
