import { readFile } from 'node:fs/promises';
import { addRules } from '../../../operations/index.js';
import { ruleVersionJson, testRunJson } from '../../../passport/index.js';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { ReportedFailure } from '../../output/failure.js';
import { withPassports } from './passport-scope.js';

export interface RulesOptions extends TenantOptions {
  tests?: string;
  seed: string;
}

export async function run(invocation: Invocation<RulesOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const [name = '', file = ''] = args;
  const sources = {
    dsl: await textIn(file),
    tests: options.tests === undefined ? '' : await textIn(options.tests),
    seed: seedOf(options.seed),
  };
  const { version, run: tested } = await withPassports(invocation, (scope) => addRules(scope, { name, ...sources }));
  const passed = version.status !== 'DRAFT';
  if (output.asJson) output.json({ ...ruleVersionJson(version), test_run: tested ? testRunJson(tested) : null });
  else {
    const cases = tested ? `: ${tested.passedCount} of ${tested.totalCases} cases passed` : '';
    output.print(`${version.packageName} version ${version.version} is ${version.status}${cases}`);
    if (!passed) output.message(`At least 500 cases must pass. See what failed: casparian rules test ${file}`);
    else if (version.status === 'VALIDATED') output.message(`Publish it: casparian passport rules publish ${name}`);
  }
  if (!passed) throw new ReportedFailure(1);
}

async function textIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `'${path}' cannot be read`, { why: errorMessage(error), cause: error });
  }
}

function seedOf(text: string): bigint {
  if (/^-?\d{1,18}$/.test(text)) return BigInt(text);
  throw new CasparianError('OPTION_INVALID', `--seed cannot be '${text}'`, { why: 'It must be a whole number.' });
}
