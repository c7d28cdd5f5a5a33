import { refreshNamedPassports } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { createProgressLine } from '../../output/progress-line.js';
import { currentKeyId, withPassports } from './passport-scope.js';

interface RefreshOptions extends TenantOptions {
  product?: string;
  activate?: boolean;
}

export async function run(invocation: Invocation<RefreshOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const passports = args.flat();
  if (passports.length === 0 && options.product === undefined) {
    throw new CasparianError('OPTION_INVALID', 'Name batteries, or a product with --product');
  }
  const line = createProgressLine(output);
  try {
    const result = await withPassports(invocation, async (scope, settings) =>
      refreshNamedPassports(scope, {
        ...{ passports, product: options.product, activate: options.activate ?? false },
        signingKeyId: await currentKeyId(settings),
        onProgress: (done, total) => line.show(`${done} of ${total} batteries`, done / total),
      }),
    );
    line.clear();
    if (output.asJson) return output.json(result);
    const { refreshed, unchanged } = result;
    const state = options.activate === true ? 'in force' : 'signed';
    const rest = unchanged > 0 ? `, ${unchanged} unchanged` : '';
    output.print(
      `${output.paint('green', '✓')} ${refreshed} new ${refreshed === 1 ? 'version' : 'versions'} ${state}${rest}`,
    );
  } finally {
    line.clear();
  }
}
