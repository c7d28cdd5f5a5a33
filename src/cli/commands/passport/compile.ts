import { compileVersion } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { currentKeyId, withPassports } from './passport-scope.js';
import { printVersion } from './version-text.js';

export interface CompileOptions extends TenantOptions {
  snapshot: string;
  rules: string;
}

export async function run(invocation: Invocation<CompileOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const version = await withPassports(invocation, async (scope, settings) =>
    compileVersion(scope, {
      ...{ product: args[0] ?? '', snapshot: options.snapshot, rules: options.rules },
      signingKeyId: await currentKeyId(settings),
    }),
  );
  printVersion(output, version);
}
