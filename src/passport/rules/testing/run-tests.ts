import type { TypedRules } from '../check/typed.js';
import { RULE_LIMITS } from '../limits.js';
import { createLocator } from '../syntax/position.js';
import { valueJson } from '../values/value-json.js';
import type { FactJson, Value } from '../values/value.js';
import type { CaseFailure } from './case-failure.js';
import type { PropertySummary, TestFailure, TestReport } from './report.js';
import { runExample } from './run-example.js';
import { type FailedAssertion, runPropertyCase, shrinking } from './run-property.js';
import { createTestRun } from './test-run.js';

export interface TestOptions {
  readonly seed: bigint;
  /** Steps of all cases together. The cases that are left when they are used up fail. */
  readonly maxSteps?: number;
}

/** Runs all examples and all cases of all properties. The same rules and seed give the same report. */
export function runTests(rules: TypedRules, options: TestOptions): TestReport {
  const run = testCases(rules, options);
  for (;;) {
    const { done, value } = run.next();
    if (done === true) return value;
  }
}

/** How many cases have run, and how many there are. */
export interface TestProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Runs the tests, and yields after every case and every attempt to find a simpler counterexample: a caller decides when to go on.
 * Returns the report.
 */
export function* testCases(
  rules: TypedRules,
  { seed, maxSteps = RULE_LIMITS.testSteps }: TestOptions,
): Generator<TestProgress, TestReport> {
  const tests = createTestRun(rules, maxSteps);
  const total = rules.examples.length + rules.properties.reduce((sum, { cases }) => sum + cases, 0);
  let done = 0;
  let failed = 0;
  let firstFailure: TestFailure | null = null;
  for (const example of rules.examples) {
    const failure = runExample(example, tests);
    if (failure !== undefined) {
      failed += 1;
      firstFailure ??= exampleFailure(example.name, failure);
    }
    done += 1;
    yield { done, total };
  }
  const properties: PropertySummary[] = [];
  for (const property of rules.properties) {
    let failedCases = 0;
    let applied = 0;
    for (let index = 0; index < property.cases; index++) {
      const result = runPropertyCase(property, index, seed, tests);
      if (result.applied) applied += 1;
      if (result.failure !== undefined) {
        failedCases += 1;
        if (firstFailure === null) {
          const found = { simplest: result.failure };
          for (const simpler of shrinking(result.failure, tests)) {
            found.simplest = simpler;
            yield { done, total };
          }
          firstFailure = propertyFailure(property.name, index, result.failure, found.simplest);
        }
      }
      done += 1;
      yield { done, total };
    }
    failed += failedCases;
    properties.push({ name: property.name, cases: property.cases, failed: failedCases, applied });
  }
  const status = failed === 0 ? 'PASSED' : 'FAILED';
  return { totalCases: total, passed: total - failed, failed, status, firstFailure, properties };
}

function exampleFailure(test: string, failure: CaseFailure): TestFailure {
  return { test, kind: 'example', caseIndex: 0, ...placed(failure), inputs: null, foundInputs: null };
}

function propertyFailure(
  test: string,
  caseIndex: number,
  found: FailedAssertion,
  simplest: FailedAssertion,
): TestFailure {
  return {
    test,
    kind: 'property',
    caseIndex,
    ...placed(simplest.failure),
    inputs: inputsOf(simplest),
    foundInputs: inputsOf(found),
  };
}

type Placed = Pick<TestFailure, 'line' | 'column' | 'code' | 'message' | 'field' | 'expected' | 'actual'>;

function placed({ span, source, code, message, field, expected, actual }: CaseFailure): Placed {
  const { line, column } = createLocator(source)({ code: 'RULE_ASSERTION_FAILED', message, span });
  return { line, column, code, message, field, expected, actual };
}

function inputsOf({ assertion, values }: FailedAssertion): Record<string, FactJson> {
  return Object.fromEntries(assertion.variables.map(({ name }, index) => [name, valueJson(values[index] as Value)]));
}
