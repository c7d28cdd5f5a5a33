import { configuredSigningKeys } from '../../../app/index.js';
import { receiveTransfer } from '../../../operations/index.js';
import { passportJson, passportName } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { readInput } from './input-file.js';
import { withPassports } from './passport-scope.js';

interface ReceiveOptions extends TenantOptions {
  history: string;
  serial?: string;
}

export async function run(invocation: Invocation<ReceiveOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [bundle, history] = [await readInput(args[0] ?? ''), await readInput(options.history)];
  const passport = await withPassports(invocation, async (scope, settings) => {
    const { publicKey } = await configuredSigningKeys(settings).current();
    const own = Buffer.from(publicKey, 'base64');
    return receiveTransfer(scope, { bundle, history, publicKey: own, serial: options.serial });
  });
  if (output.asJson) return output.json(passportJson(passport));
  const name = passportName(passport);
  output.print(printable(`✓ ${name} received, with ${passport.statementCount} statements`));
  output.message(`\nMake your own version from its readings: casparian passport refresh ${name} --activate`);
}
