import type { RuleProblem } from './problem.js';
import type { TestFailure, TestReport } from './testing/report.js';

export interface RulesCheckJson {
  readonly ok: boolean;
  readonly errors: readonly RuleErrorJson[];
}

export interface RuleErrorJson {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export function rulesCheckJson(problems: readonly RuleProblem[]): RulesCheckJson {
  const errors = problems.map(({ code, message, line, column }) => ({ code, message, line, column }));
  return { ok: errors.length === 0, errors };
}

export interface RulesTestJson {
  readonly total_cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly status: TestReport['status'];
  readonly first_failure: RulesTestFailureJson | null;
}

export interface RulesTestFailureJson {
  readonly test: string;
  readonly kind: TestFailure['kind'];
  readonly case: number;
  readonly line: number;
  readonly column: number;
  readonly code: string | null;
  readonly message: string;
  readonly field: string | null;
  readonly expected: string | null;
  readonly actual: unknown;
  readonly inputs: Readonly<Record<string, unknown>> | null;
  readonly found_inputs: Readonly<Record<string, unknown>> | null;
}

/** Also what RUN_RULE_TESTS stores. */
export function rulesTestJson({ totalCases, passed, failed, status, firstFailure }: TestReport): RulesTestJson {
  return { total_cases: totalCases, passed, failed, status, first_failure: firstFailure && failureJson(firstFailure) };
}

function failureJson({ caseIndex, foundInputs, ...same }: TestFailure): RulesTestFailureJson {
  const { test, kind, line, column, code, message, field, expected, actual, inputs } = same;
  return {
    test,
    kind,
    case: caseIndex,
    line,
    column,
    code,
    message,
    field,
    expected,
    actual,
    inputs,
    found_inputs: foundInputs,
  };
}
