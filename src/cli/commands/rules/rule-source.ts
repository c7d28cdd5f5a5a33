import { checkRules, parseRules, RULE_LIMITS, type RuleProblem, type TypedRules } from '../../../passport/index.js';
import { CasparianError } from '../../../platform/index.js';
import { textFrom } from '../../options/text-source.js';

/** A file of rules as text. */
export interface RuleSource {
  readonly file: string;
  readonly text: string;
}

export async function readSource(file: string): Promise<RuleSource> {
  // A character has at most four bytes; the parser counts them.
  const maxBytes = 4 * RULE_LIMITS.sourceLength;
  const tooLarge = (): CasparianError =>
    new CasparianError('RULE_PARSE_ERROR', `${file} has more than ${RULE_LIMITS.sourceLength} characters`);
  return { file, text: await textFrom(file, { what: 'The file of rules', maxBytes, tooLarge }) };
}

/** The rules, and the problem of each source. */
export interface CheckedSources {
  readonly sources: { readonly rules: RuleSource; readonly tests: RuleSource | undefined };
  readonly rules: TypedRules | undefined;
  readonly problems: readonly RuleProblem[];
}

/** The source that a problem is in. */
export function sourceOf({ inTests }: RuleProblem, { rules, tests }: CheckedSources['sources']): RuleSource {
  return inTests === true && tests ? tests : rules;
}

export async function readAndCheck(file: string, testsFile?: string): Promise<CheckedSources> {
  const rules = await readSource(file);
  const tests = testsFile === undefined ? undefined : await readSource(testsFile);
  const sources = { rules, tests };
  const parsed = parseRules(rules.text);
  if (!parsed.ok) return { sources, rules: undefined, problems: [parsed.problem] };
  const parsedTests = tests && parseRules(tests.text);
  if (parsedTests?.ok === false) {
    return { sources, rules: undefined, problems: [{ ...parsedTests.problem, inTests: true }] };
  }
  const checked = checkRules(parsed.rules, parsedTests?.rules);
  return checked.ok
    ? { sources, rules: checked.rules, problems: [] }
    : { sources, rules: undefined, problems: checked.problems };
}
