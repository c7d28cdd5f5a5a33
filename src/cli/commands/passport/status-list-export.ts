import { publishList } from '../../../operations/index.js';
import { isoTime } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { writeOutput } from './input-file.js';
import { currentKeyId, withPassports } from './passport-scope.js';

interface ExportOptions extends TenantOptions {
  purpose?: string;
  days?: number;
  output: string;
}

const DEFAULT_DAYS = 7;

export async function run(invocation: Invocation<ExportOptions>): Promise<void> {
  const { options, output } = invocation;
  const list = await withPassports(invocation, async (scope, settings) =>
    publishList(scope, {
      ...{ purpose: options.purpose ?? 'revocation', validDays: options.days ?? DEFAULT_DAYS },
      signingKeyId: await currentKeyId(settings),
    }),
  );
  await writeOutput(options.output, list.content);
  const { purpose, sequence, entries, sha256 } = list;
  const validUntil = isoTime(list.validUntil);
  if (output.asJson) {
    return output.json({ purpose, sequence, entries, valid_until: validUntil, sha256, path: options.output });
  }
  output.print(
    `${output.paint('green', '✓')} List ${sequence} of ${entries} ${entries === 1 ? 'version' : 'versions'}, valid until ${validUntil?.slice(0, 10) ?? ''}: ${options.output}`,
  );
  output.message(`\nVerify a passport with it: casparian passport verify BUNDLE --status-list ${options.output}`);
}
