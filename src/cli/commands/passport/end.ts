import { endNamedPassport } from '../../../operations/index.js';
import { END_REASONS, passportJson, passportName } from '../../../passport/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { printable } from '../../output/printable.js';
import { currentKeyId, withPassports } from './passport-scope.js';

interface EndOptions extends TenantOptions {
  reason: string;
  successor?: string;
  successorUrl?: string;
}

export async function run(invocation: Invocation<EndOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const reason = END_REASONS.find((one) => one === options.reason);
  if (reason === undefined) {
    throw new CasparianError('OPTION_INVALID', `--reason cannot be '${options.reason}'`, {
      why: `It must be ${END_REASONS.slice(0, -1).join(', ')} or ${END_REASONS.at(-1) ?? ''}.`,
      next:
        options.reason === 'waste' ? ['Waste is a state: record a reading with identification.status = Waste.'] : [],
    });
  }
  const ended = await withPassports(invocation, async (scope, settings) =>
    endNamedPassport(scope, {
      ...{ passport: args[0] ?? '', reason, successor: options.successor, successorUrl: options.successorUrl },
      signingKeyId: await currentKeyId(settings),
    }),
  );
  if (output.asJson) return output.json(passportJson(ended));
  const next = options.successor ?? options.successorUrl;
  output.print(
    printable(`✓ ${passportName(ended)} has ended: ${reason}${next === undefined ? '' : `. Its successor is ${next}`}`),
  );
}
