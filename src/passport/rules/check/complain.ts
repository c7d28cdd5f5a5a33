import { type RuleComplaint, RuleFailure, type Span } from '../problem.js';
import { type Type, typeText } from '../types/type.js';

type More = Pick<RuleComplaint, 'why' | 'hints' | 'label'>;

export function typeFailure(span: Span, message: string, more: More = {}): RuleFailure {
  return new RuleFailure({ code: 'RULE_TYPE_ERROR', span, message, ...more });
}

export function unitFailure(span: Span, message: string, more: More = {}): RuleFailure {
  return new RuleFailure({ code: 'UNIT_MISMATCH', span, message, ...more });
}

/** Ends the check of an expression that uses something whose error is reported already. */
export class FollowUp extends Error {
  override readonly name = 'FollowUp';
}

/** `a Dec(2)`, `an Int`: how a message calls a value of the type. */
export function aValueOf(type: Type): string {
  if (type.kind === 'Any') return 'a part of a fact';
  const text = typeText(type);
  return `${/^[AIO]/.test(text) ? 'an' : 'a'} ${text}`;
}
