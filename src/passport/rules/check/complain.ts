import { nearest } from '../../../platform/index.js';
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

/** Names of very different length are not compared, because there may be thousands. */
export function didYouMean(wanted: string, known: Iterable<string>): string[] {
  const tolerance = Math.max(1, Math.floor(wanted.length / 3));
  const similar: string[] = [];
  for (const name of known) if (Math.abs(name.length - wanted.length) <= tolerance) similar.push(name);
  const guess = nearest(wanted, similar.slice(0, 1_000));
  return guess === undefined ? [] : [`Did you mean ${guess}?`];
}
