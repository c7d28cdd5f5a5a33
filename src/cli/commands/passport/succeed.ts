import { succeedForeignPassport } from '../../../operations/index.js';
import { passportJson, passportName } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { readInput, readPublicKey } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';

interface SucceedOptions extends TenantOptions {
  predecessorUrl: string;
  history: string;
  publicKey?: string;
}

export async function run(invocation: Invocation<SucceedOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const history = await readInput(options.history);
  const publicKey = options.publicKey === undefined ? undefined : await readPublicKey(options.publicKey);
  const passport = await withPassports(invocation, async (scope, settings) =>
    succeedForeignPassport(scope, {
      ...{ passport: args[0] ?? '', url: options.predecessorUrl, history, publicKey },
      signingKeyId: await currentKeyId(settings),
    }),
  );
  if (output.asJson) return output.json(passportJson(passport));
  output.print(printable(`✓ ${passportName(passport)} succeeds ${options.predecessorUrl}`));
  if (publicKey === undefined) {
    output.message('To check who ended the earlier passport, give the key that its maker published: --public-key KEY');
  }
}
