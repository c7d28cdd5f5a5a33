import { exactJson } from '../../../platform/index.js';
import type { TypedExample } from '../check/typed.js';
import { applyOperator } from '../evaluate/apply-operator.js';
import type { Run } from '../evaluate/run.js';
import { BOOL } from '../types/type.js';
import { decimalText } from '../values/decimal.js';
import { valueJson } from '../values/value-json.js';
import { QTY_SCALE, type Value } from '../values/value.js';
import { type CaseFailure, caught } from './case-failure.js';
import { fixtureFacts } from './fixture-facts.js';
import type { TestRun } from './test-run.js';

/** Why the example fails; undefined if it passes. */
export function runExample(example: TypedExample, tests: TestRun): CaseFailure | undefined {
  const { facts, expectations, span, source } = example;
  return caught({ span, source }, () =>
    tests.evaluate(fixtureFacts(facts, []), span, (run) => {
      if (expectations.length === 0) for (const { path } of tests.rules.fields) valueOf(path, run);
      for (const expectation of expectations) {
        const failure = unmet(expectation, run);
        if (failure !== undefined) return { ...failure, source };
      }
      return undefined;
    }),
  );
}

type Expectation = TypedExample['expectations'][number];

function unmet(expectation: Expectation, run: Run): Omit<CaseFailure, 'source'> | undefined {
  const { path, comparator, value: expected, span } = expectation;
  const actual = valueOf(path, run);
  if (isMet(expectation, actual, run)) return undefined;
  const shown = textOf(expected);
  return {
    span,
    code: null,
    message: `${path} is ${textOf(actual)}, expected ${comparator} ${shown}`,
    field: path,
    expected: `${comparator} ${shown}`,
    actual: valueJson(actual),
  };
}

/** A missing value is equal to none, different from everything else, and neither smaller nor larger. */
function isMet({ comparator, value: expected, span }: Expectation, actual: Value, run: Run): boolean {
  const isEquality = comparator === '==' || comparator === '!=';
  if (actual.kind === 'None' && !isEquality) return false;
  const met = applyOperator(comparator, actual, expected, { kind: 'constant', value: expected, type: BOOL, span }, run);
  return met.kind === 'Bool' && met.value;
}

function valueOf(path: string, run: Run): Value {
  return (run.fields.get(path) ?? run.demand(path, run)).value;
}

/** As it would be written in a rule, where it can be. */
function textOf(value: Value): string {
  if (value.kind === 'None') return 'none';
  if (value.kind === 'Dec') return decimalText(value.units, value.scale);
  if (value.kind === 'Qty') return `qty(${decimalText(value.units, QTY_SCALE)}, ${value.unit})`;
  return exactJson(valueJson(value));
}
