import { formatRules, parseRules, type RuleProblem } from '../../../passport/index.js';
import type { Invocation } from '../../invocation.js';
import { ReportedFailure } from '../../output/failure.js';
import type { Output } from '../../output/output.js';
import { printable } from '../../output/printable.js';
import { problemsText } from './problem-text.js';
import { replaceFile } from './replace-file.js';
import { readSource, type RuleSource } from './rule-source.js';

type Outcome = { readonly source: RuleSource } & (
  | { readonly formatted: string; readonly problem: undefined }
  | { readonly formatted: undefined; readonly problem: RuleProblem }
);

export async function run({ args, options, output }: Invocation<{ check?: boolean }>): Promise<void> {
  const isCheck = options.check === true;
  const outcomes: Outcome[] = [];
  for (const file of args.flat()) outcomes.push(format(await readSource(file)));
  for (const outcome of outcomes) if (!isCheck && isChanged(outcome)) await save(outcome, output);
  report(outcomes, isCheck, output);
  const isWrong = outcomes.some((one) => one.problem !== undefined || (isCheck && isChanged(one)));
  if (isWrong) throw new ReportedFailure(1);
}

function format(source: RuleSource): Outcome {
  const parsed = parseRules(source.text);
  if (!parsed.ok) return { source, formatted: undefined, problem: parsed.problem };
  return { source, formatted: formatRules(parsed.rules), problem: undefined };
}

function isChanged({ source, formatted }: Outcome): boolean {
  return formatted !== undefined && formatted !== source.text;
}

async function save({ source, formatted = '' }: Outcome, output: Output): Promise<void> {
  if (source.file !== '-') await replaceFile(source.file, formatted);
  else if (!output.asJson) process.stdout.write(formatted);
}

function report(outcomes: readonly Outcome[], isCheck: boolean, output: Output): void {
  if (output.asJson) {
    const files = outcomes.map((one) => ({
      file: one.source.file,
      changed: isChanged(one),
      ok: one.problem === undefined,
    }));
    return output.json({ files });
  }
  for (const outcome of outcomes) {
    const { source, problem, formatted = '' } = outcome;
    if (problem !== undefined) {
      output.print(
        problemsText({ sources: { rules: source, tests: undefined }, rules: undefined, problems: [problem] }, output),
      );
    } else if (source.file === '-' && !isCheck && !isChanged(outcome)) {
      process.stdout.write(formatted);
    } else if (isChanged(outcome) && source.file !== '-') {
      output.print(`${isCheck ? 'not formatted' : 'formatted'}  ${printable(source.file)}`);
    }
  }
}
