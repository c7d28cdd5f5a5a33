import type { ErrorCode } from '../../platform/index.js';

export type RuleErrorCode = Extract<
  ErrorCode,
  | 'RULE_PARSE_ERROR'
  | 'RULE_TYPE_ERROR'
  | 'RULE_CYCLE_DETECTED'
  | 'RULE_ASSERTION_FAILED'
  | 'RULE_LIMIT_EXCEEDED'
  | 'DIVISION_BY_ZERO'
  | 'UNIT_MISMATCH'
>;

/** A part of a source, by offsets in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with rules, or with facts when rules are evaluated. */
export interface RuleProblem extends RuleComplaint {
  /** From 1. Columns count characters. */
  readonly line: number;
  readonly column: number;
  /** Whether it is in the separate source of tests. */
  readonly inTests?: boolean;
}

/** A problem whose line and column are not counted yet. */
export interface RuleComplaint {
  readonly code: RuleErrorCode;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly why?: string | undefined;
  /** What to write instead. */
  readonly hints?: readonly string[] | undefined;
  readonly span: Span;
  /** What to say below the caret. */
  readonly label?: string | undefined;
  /** The rule in which it is. */
  readonly field?: string | undefined;
  /** The code that the author of an assertion gave it. */
  readonly ruleCode?: string | undefined;
  /** The fields of a cycle, in the order of their dependencies. */
  readonly cycle?: readonly string[] | undefined;
}

/** Ends parsing, checking or evaluating; caught at the entry of the module, which returns the problem. */
export class RuleFailure extends Error {
  override readonly name = 'RuleFailure';
  readonly complaint: RuleComplaint;

  constructor(complaint: RuleComplaint) {
    super(complaint.message);
    this.complaint = complaint;
  }
}
