import { type RuleComplaint, RuleFailure, type Span } from '../problem.js';

export interface Token {
  readonly kind: 'name' | 'integer' | 'decimal' | 'string' | 'symbol' | 'end';
  /** As it is written; of a string, its value. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function syntaxFailure(
  span: Span,
  message: string,
  more: Pick<RuleComplaint, 'why' | 'hints' | 'label'> = {},
): RuleFailure {
  return new RuleFailure({ code: 'RULE_PARSE_ERROR', span, message, ...more });
}
