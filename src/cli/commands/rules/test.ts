import { REQUIRED_CASES, runTestsInSlices, type TestReport } from '../../../passport/index.js';
import { rulesTestJson, unrunTestJson } from '../../../passport/rules/rules-json.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { count } from '../../output/row-counts.js';
import { failureText } from './failure-text.js';
import { problemsText } from './problem-text.js';
import { type CheckedSources, readAndCheck } from './rule-source.js';

interface TestOptions {
  tests?: string;
  seed: string;
}

export async function run({ args, options, output }: Invocation<TestOptions>): Promise<void> {
  const seed = seedOf(options.seed);
  const checked = await readAndCheck(args[0] ?? '', options.tests);
  const report = checked.rules && (await runTestsInSlices(checked.rules, { seed }));
  if (output.asJson) output.json(report ? rulesTestJson(report) : unrunTestJson(checked.problems));
  else output.print(report ? reportText(report, checked, output) : problemsText(checked, output));
  if (report?.status !== 'PASSED') throw new ReportedFailure(1);
  if (report.passed < REQUIRED_CASES) {
    output.message(`To publish the rules, ${REQUIRED_CASES} cases are required; there are ${count(report.passed)}.`);
  }
}

/** The range of the seed of RUN_RULE_TESTS. */
const MAX_SEED = 2n ** 63n;

function seedOf(text: string): bigint {
  const seed = /^-?\d{1,19}$/.test(text) ? BigInt(text) : MAX_SEED;
  if (seed < MAX_SEED && seed >= -MAX_SEED) return seed;
  throw new CasparianError('OPTION_INVALID', `--seed cannot be '${text}'`, {
    why: 'It must be a whole number of at most 64 bits.',
  });
}

function reportText(report: TestReport, checked: CheckedSources, output: Output): string {
  const { totalCases, failed, firstFailure, properties } = report;
  const neverApplied = properties.filter(({ applied, failed: broken }) => applied === 0 && broken === 0);
  const warnings = neverApplied.map(
    ({ name, cases }) =>
      `${output.paint('yellow', '!')} ${name}: the condition was false in all ${count(cases)} cases, so it tested nothing`,
  );
  const cases = totalCases === 1 ? '1 case' : `${count(totalCases)} cases`;
  if (firstFailure === null) return [...warnings, `${output.paint('green', '✓')} ${cases} passed`].join('\n');
  const summary = `${output.paint('red', '✗')} ${count(failed)} of ${cases} failed`;
  return [...warnings, failureText(firstFailure, checked, output), '', summary].join('\n');
}
