import { CasparianError } from '../../platform/index.js';
import type { TypedRules } from '../rules/check/typed.js';
import { evaluateRules, type EvaluationTrace } from '../rules/evaluate/evaluate-rules.js';
import type { RuleProblem } from '../rules/problem.js';
import { factLookup } from '../snapshot/fact-lookup.js';
import { assemblePassport, assembleSharing, type CompiledPassport, type PassportInput } from './assemble-passport.js';
import type { EncodedNodes } from './proof.js';

/**
 * Compiles a passport (BPC-COMPILE-1): evaluates the rules over the facts of the snapshot and encodes the result. A pure function:
 * the same input gives the same bytes on any machine, in whatever order facts and rules are written.
 */
export function compilePassport(input: PassportInput, rules: TypedRules): CompiledPassport {
  const evaluation = evaluateRules(rules, factLookup(input.snapshot));
  if (!evaluation.ok) throw ruleError(evaluation.problem);
  return assemblePassport(input, evaluation);
}

/** Compiles passports of batteries of one model. */
export type ModelCompiler = (input: PassportInput) => CompiledPassport;

/**
 * The same for many batteries whose facts are mostly the same: what the first one has in common with a later one is neither computed nor encoded
 * again. The bytes are those of `compilePassport`.
 */
export function createModelCompiler(rules: TypedRules): ModelCompiler {
  let first: { readonly trace: EvaluationTrace | undefined; readonly encoded: EncodedNodes } | undefined;
  return (input) => {
    const evaluation = evaluateRules(rules, factLookup(input.snapshot), { earlier: first?.trace });
    if (!evaluation.ok) throw ruleError(evaluation.problem);
    const shared = first && { same: evaluation.same, encoded: first.encoded };
    const { compiled, encoded } = assembleSharing(input, evaluation, shared);
    first ??= { trace: evaluation.trace, encoded };
    return compiled;
  };
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
