import type { RuleProblem } from '../../../passport/index.js';
import { rulesCheckJson } from '../../../passport/rules/rules-json.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import { count } from '../../output/row-counts.js';
import { problemsText } from './problem-text.js';
import { readAndCheck, sourceOf } from './rule-source.js';

export async function run({ args, options, output }: Invocation<{ tests?: string }>): Promise<void> {
  const checked = await readAndCheck(args[0] ?? '', options.tests);
  const { rules, problems, sources } = checked;
  const fileOf = (problem: RuleProblem): string => sourceOf(problem, sources).file;
  if (output.asJson) output.json(rulesCheckJson(problems, sources.tests && fileOf));
  else if (rules === undefined) output.print(problemsText(checked, output));
  else {
    const { fields, examples, properties } = rules;
    const parts = [
      [fields.length, 'field', 'fields'],
      [examples.length, 'example', 'examples'],
      [properties.length, 'property', 'properties'],
    ] as const;
    const words = parts.map(([number, one, many]) => `${count(number)} ${number === 1 ? one : many}`);
    output.print(`${output.paint('green', '✓')} ${words.join(', ')}, no errors`);
  }
  if (rules === undefined) throw new ReportedFailure(1);
}
