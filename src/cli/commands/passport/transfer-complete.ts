import { completeTransfer } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { readInput } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';
import { printTransfer } from './transfer-text.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const content = await readInput(invocation.args[0] ?? '');
  const transfer = await withPassports(invocation, async (scope, settings) =>
    completeTransfer(scope, { content, signingKeyId: await currentKeyId(settings) }),
  );
  const { name } = transfer.operator;
  printTransfer(
    invocation.output,
    transfer,
    transfer.status === 'ACCEPTED' ? `${name} is responsible now` : `${name} has refused`,
  );
}
