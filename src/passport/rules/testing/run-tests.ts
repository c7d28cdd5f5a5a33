import type { TypedRules } from '../check/typed.js';
import { RULE_LIMITS } from '../limits.js';
import { createLocator } from '../syntax/position.js';
import { valueJson } from '../values/value-json.js';
import type { FactJson, Value } from '../values/value.js';
import type { CaseFailure } from './case-failure.js';
import type { PropertySummary, TestFailure, TestReport } from './report.js';
import { runExample } from './run-example.js';
import { type FailedAssertion, runPropertyCase, shrunk } from './run-property.js';
import { createTestRun, type TestRun } from './test-run.js';

export interface TestOptions {
  readonly seed: bigint;
  /** Steps of all cases together. The cases that are left when they are used up fail. */
  readonly maxSteps?: number;
}

/** Runs all examples and all cases of all properties. The same rules and seed give the same report. */
export function runTests(rules: TypedRules, { seed, maxSteps = RULE_LIMITS.testSteps }: TestOptions): TestReport {
  const tests = createTestRun(rules, maxSteps);
  let total = 0;
  let failed = 0;
  let firstFailure: TestFailure | null = null;
  for (const example of rules.examples) {
    total += 1;
    const failure = runExample(example, tests);
    if (failure === undefined) continue;
    failed += 1;
    firstFailure ??= exampleFailure(example.name, failure);
  }
  const properties: PropertySummary[] = [];
  for (const property of rules.properties) {
    let failedCases = 0;
    let applied = 0;
    for (let index = 0; index < property.cases; index++) {
      const result = runPropertyCase(property, index, seed, tests);
      if (result.applied) applied += 1;
      if (result.failure === undefined) continue;
      failedCases += 1;
      firstFailure ??= propertyFailure(property.name, index, result.failure, tests);
    }
    total += property.cases;
    failed += failedCases;
    properties.push({ name: property.name, cases: property.cases, failed: failedCases, applied });
  }
  const status = failed === 0 ? 'PASSED' : 'FAILED';
  return { totalCases: total, passed: total - failed, failed, status, firstFailure, properties };
}

function exampleFailure(test: string, failure: CaseFailure): TestFailure {
  return { test, kind: 'example', caseIndex: 0, ...placed(failure), inputs: null, foundInputs: null };
}

function propertyFailure(test: string, caseIndex: number, found: FailedAssertion, tests: TestRun): TestFailure {
  const simplest = shrunk(found, tests);
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
