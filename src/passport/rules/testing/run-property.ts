import type { TypedProperty, TypedPropertyAssertion } from '../check/typed.js';
import { evaluateExpression, isTrue } from '../evaluate/evaluate-expression.js';
import type { Run } from '../evaluate/run.js';
import { RULE_LIMITS } from '../limits.js';
import type { Value } from '../values/value.js';
import { type CaseFailure, caught } from './case-failure.js';
import { fixtureFacts } from './fixture-facts.js';
import { generate } from './generate.js';
import { createRandom, type Random } from './random.js';
import { simpler } from './shrink.js';
import type { TestRun } from './test-run.js';

/** One case of a property: whether a condition was true, and the first assertion that fails. */
export interface PropertyCase {
  readonly applied: boolean;
  readonly failure: FailedAssertion | undefined;
}

export interface FailedAssertion {
  readonly assertion: TypedPropertyAssertion;
  readonly values: readonly Value[];
  readonly failure: CaseFailure;
}

/** The same seed, property and index give the same case. */
export function runPropertyCase(property: TypedProperty, index: number, seed: bigint, tests: TestRun): PropertyCase {
  const random = createRandom(['BPC-RULES-1', seed, property.seed, property.name, index]);
  let applied = false;
  for (const assertion of property.assertions) {
    const values = valuesFor(assertion, random);
    const outcome = tryValues(assertion, values, property.source, tests);
    if (outcome === 'not applicable') continue;
    applied = true;
    if (outcome !== 'holds') return { applied, failure: { assertion, values, failure: outcome } };
  }
  return { applied, failure: undefined };
}

/**
 * Looks for simpler values that fail with the same code: takes the first that does, and goes on from there, until none does
 * or the attempts are used up. Yields the simplest that is known after each attempt.
 */
export function* shrinking(failed: FailedAssertion, tests: TestRun): Iterable<FailedAssertion> {
  const { assertion } = failed;
  let best = failed;
  let attempts: number = RULE_LIMITS.shrinkAttempts;
  for (let improved = true; improved && attempts > 0;) {
    improved = false;
    for (const values of simplerValues(assertion, best.values)) {
      attempts -= 1;
      if (attempts < 0) break;
      const outcome = tryValues(assertion, values, failed.failure.source, tests);
      improved = typeof outcome !== 'string' && outcome.code === failed.failure.code;
      if (improved) best = { assertion, values, failure: outcome as CaseFailure };
      yield best;
      if (improved) break;
    }
  }
}

function valuesFor({ variables }: TypedPropertyAssertion, random: Random): Value[] {
  return variables.map(({ type }) => generate(type, random));
}

/** One variable at a time. */
function* simplerValues({ variables }: TypedPropertyAssertion, values: readonly Value[]): Iterable<readonly Value[]> {
  for (const [index, { type }] of variables.entries()) {
    for (const value of simpler(values[index] as Value, type)) yield values.with(index, value);
  }
}

function tryValues(
  assertion: TypedPropertyAssertion,
  values: readonly Value[],
  source: string,
  tests: TestRun,
): CaseFailure | 'holds' | 'not applicable' {
  const { span } = assertion;
  const progress = { applied: false };
  const failure = caught({ span, source }, () =>
    tests.evaluate(fixtureFacts(assertion.facts, values), span, (run) => {
      run.frame = frameOf(assertion, values);
      if (!isTrue(evaluateExpression(assertion.condition, run).value)) return undefined;
      progress.applied = true;
      return consequenceFailure(assertion, source, run);
    }),
  );
  return failure ?? (progress.applied ? 'holds' : 'not applicable');
}

function frameOf({ variables, slots }: TypedPropertyAssertion, values: readonly Value[]): Run['frame'] {
  const frame: Run['frame'] = Array.from({ length: slots });
  for (const [index, { slot }] of variables.entries()) frame[slot] = { value: values[index] as Value, node: -1 };
  return frame;
}

function consequenceFailure(assertion: TypedPropertyAssertion, source: string, run: Run): CaseFailure | undefined {
  if (isTrue(evaluateExpression(assertion.consequence, run).value)) return undefined;
  return {
    span: assertion.consequence.span,
    source,
    code: null,
    message: 'The condition is true, but the consequence is false',
    field: null,
    expected: null,
    actual: null,
  };
}
