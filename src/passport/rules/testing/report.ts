import type { RuleErrorCode } from '../problem.js';
import type { FactJson } from '../values/value.js';

/** The result of a run of tests. An example is one case, a property as many as it says. */
export interface TestReport {
  readonly totalCases: number;
  readonly passed: number;
  readonly failed: number;
  readonly status: 'PASSED' | 'FAILED';
  readonly firstFailure: TestFailure | null;
  /** How often the condition of a property was true. */
  readonly properties: readonly PropertySummary[];
}

export interface PropertySummary {
  readonly name: string;
  readonly cases: number;
  readonly failed: number;
  /** Cases in which the condition of at least one assertion was true. */
  readonly applied: number;
}

export interface TestFailure {
  readonly test: string;
  readonly kind: 'example' | 'property';
  /** From 0. */
  readonly caseIndex: number;
  readonly line: number;
  readonly column: number;
  /** Of an error while the rules were evaluated; null if they gave another value than expected. */
  readonly code: RuleErrorCode | null;
  readonly message: string;
  /** The field whose rule failed or whose value is not as expected. */
  readonly field: string | null;
  readonly expected: string | null;
  readonly actual: FactJson | null;
  /** The variables of the property: the simplest values that were found to fail, and those that failed first. */
  readonly inputs: Readonly<Record<string, FactJson>> | null;
  readonly foundInputs: Readonly<Record<string, FactJson>> | null;
}
