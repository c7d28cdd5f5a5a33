import { addIntake } from '../../../collect/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface AddOptions extends TenantOptions {
  title: string;
  year?: number;
  mintMark?: string;
  denomination?: string;
  series?: string;
  attribute?: string[];
  ref?: string;
  halfLife?: number;
}

export async function run(invocation: Invocation<AddOptions>): Promise<void> {
  const { options, output } = invocation;
  const {
    title,
    year = null,
    mintMark = null,
    denomination = null,
    series = null,
    ref = null,
    halfLife: halfLifeDays = null,
  } = options;
  const attributes = attributesOf(options.attribute);
  const fields = { title, year, mintMark, denomination, series, ref, attributes, halfLifeDays };
  const { id } = await withTenant(invocation, ({ database }) => addIntake(database, fields));
  if (output.asJson) return output.json({ id });
  output.print(id);
}

function attributesOf(given: readonly string[] = []): Record<string, string> {
  const pairs = given.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  if (given.every((text) => text.indexOf('=') > 0)) return Object.fromEntries(pairs);
  throw new CasparianError('OPTION_INVALID', '--attribute needs a name and a value', { why: 'For example grade=VF.' });
}
