import { CasparianError } from '../../platform/index.js';
import { checkRules } from '../rules/check/check-rules.js';
import type { TypedRules } from '../rules/check/typed.js';
import type { RuleProblem } from '../rules/problem.js';
import type { ParsedRules } from '../rules/syntax/ast.js';
import { parseRules } from '../rules/syntax/parse-rules.js';

/** The sources of a rule version. */
export interface RuleSources {
  readonly dsl: string;
  /** Examples and properties in a source of their own; empty if they are beside the rules. */
  readonly tests: string;
}

/** Parses and checks rules and tests. Fails with the code of the first problem. */
export function checkedRules({ dsl, tests }: RuleSources): TypedRules {
  const rules = parsed(dsl, false);
  const checked = checkRules(rules, tests.trim() === '' ? undefined : parsed(tests, true));
  if (!checked.ok) throw ruleError(checked.problems[0], checked.problems.length);
  return checked.rules;
}

function parsed(source: string, inTests: boolean): ParsedRules {
  const result = parseRules(source);
  if (!result.ok) throw ruleError({ ...result.problem, inTests }, 1);
  return result.rules;
}

function ruleError(problem: RuleProblem | undefined, count: number): CasparianError {
  if (problem === undefined) throw new Error('rules that are not valid have a problem');
  const { code, message, why, hints, line, column, inTests, field } = problem;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return new CasparianError(code, `${message} (${inTests ? 'tests, ' : ''}line ${line}, column ${column}${more})`, {
    why,
    next: hints ?? [],
    facts: { line, column, ...(field === undefined ? {} : { field }), problems: count },
  });
}
