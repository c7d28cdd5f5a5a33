import { CasparianError } from '../../platform/index.js';
import type { TypedRules } from '../rules/check/typed.js';
import { evaluateRules } from '../rules/evaluate/evaluate-rules.js';
import type { RuleProblem } from '../rules/problem.js';
import { factLookup } from '../snapshot/fact-lookup.js';
import { assemblePassport, type CompiledPassport, type PassportInput } from './assemble-passport.js';

/**
 * Compiles a passport (BPC-COMPILE-1): evaluates the rules over the facts of the snapshot and encodes the result. A pure function:
 * the same input gives the same bytes on any machine, in whatever order facts and rules are written.
 */
export function compilePassport(input: PassportInput, rules: TypedRules): CompiledPassport {
  const evaluation = evaluateRules(rules, factLookup(input.snapshot));
  if (!evaluation.ok) throw ruleError(evaluation.problem);
  return assemblePassport(input, evaluation);
}

function ruleError({ code, message, why, field, line, column, ruleCode }: RuleProblem): CasparianError {
  const place = `${field === undefined ? '' : `field ${field}, `}line ${line}, column ${column}`;
  return new CasparianError(code, `${message} (${place})`, {
    why,
    facts: {
      line,
      column,
      ...(field === undefined ? {} : { field }),
      ...(ruleCode === undefined ? {} : { rule_code: ruleCode }),
    },
  });
}
