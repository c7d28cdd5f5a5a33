import { offerTransfer } from '../../../operations/index.js';
import { everyStatement, statementFile } from '../../../passport/index.js';
import { cjsonBytes } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { readPublicKey, writeOutput } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';
import { printTransfer } from './transfer-text.js';

interface OfferOptions extends TenantOptions {
  to: string;
  name: string;
  key: string;
  days?: number;
  output: string;
}

const DEFAULT_DAYS = 30;

export async function run(invocation: Invocation<OfferOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const operatorKey = await readPublicKey(options.key);
  const { transfer, offer } = await withPassports(invocation, async (scope, settings) => {
    const made = await offerTransfer(scope, {
      ...{ passport: args[0] ?? '', operator: { identifier: options.to, name: options.name }, operatorKey },
      ...{ validDays: options.days ?? DEFAULT_DAYS, signingKeyId: await currentKeyId(settings) },
    });
    const statements = await everyStatement(scope.database, made.passportId, 'TRANSFER_OFFERED');
    return { transfer: made, offer: statements.find(({ hash }) => hash === made.offerHash) };
  });
  if (offer !== undefined) await writeOutput(options.output, cjsonBytes(statementFile(offer)));
  printTransfer(output, transfer, `Offered to ${options.name}`);
  output.message(
    `\nSend ${options.output} to the operator, and record the decision: casparian passport transfer complete FILE`,
  );
}
