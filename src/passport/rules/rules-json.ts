import type { FieldExplanation } from './explain-field.js';
import type { RuleProblem } from './problem.js';
import type { TestFailure, TestReport } from './testing/report.js';
import { typeText } from './types/type.js';

export interface RulesCheckJson {
  readonly ok: boolean;
  readonly errors: readonly RuleErrorJson[];
}

export interface RuleErrorJson {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** Present if tests are in a file of their own. */
  readonly file?: string;
}

/** `fileOf` names the file of a problem if there are two. */
export function rulesCheckJson(
  problems: readonly RuleProblem[],
  fileOf?: (problem: RuleProblem) => string,
): RulesCheckJson {
  const errors = problems.map((problem) => {
    const { code, message, line, column } = problem;
    return { code, message, line, column, ...(fileOf && { file: fileOf(problem) }) };
  });
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
  /** Null if no test ran, because the rules have an error. */
  readonly test: string | null;
  readonly kind: TestFailure['kind'] | null;
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

/** The result of tests that could not run, because the rules have an error. */
export function unrunTestJson([problem]: readonly RuleProblem[]): RulesTestJson {
  const none = {
    test: null,
    kind: null,
    case: 0,
    field: null,
    expected: null,
    actual: null,
    inputs: null,
    found_inputs: null,
  };
  const first = problem && {
    ...none,
    line: problem.line,
    column: problem.column,
    code: problem.code,
    message: problem.message,
  };
  return { total_cases: 0, passed: 0, failed: 0, status: 'FAILED', first_failure: first ?? null };
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

export interface FieldExplanationJson {
  readonly path: string;
  readonly type: string;
  readonly line: number;
  readonly depends_on: readonly string[];
  readonly used_by: readonly string[];
  readonly facts: readonly { readonly type: string; readonly key: string; readonly prefix: boolean }[];
  readonly error_codes: FieldExplanation['errorCodes'];
  readonly clauses: readonly string[];
  readonly rule: string;
}

export function fieldExplanationJson(field: FieldExplanation): FieldExplanationJson {
  return {
    path: field.path,
    type: typeText(field.type),
    line: field.line,
    depends_on: field.dependsOn,
    used_by: field.usedBy,
    facts: field.facts.map(({ type, key, isPrefix }) => ({ type, key, prefix: isPrefix })),
    error_codes: field.errorCodes,
    clauses: field.clauses,
    rule: field.rule,
  };
}
