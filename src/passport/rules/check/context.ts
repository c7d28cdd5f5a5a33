import type { RuleComplaint, Span } from '../problem.js';
import { didYouMean, shortened } from '../suggest.js';
import type { Type } from '../types/type.js';
import { typeFailure } from './complain.js';
import type { Scope } from './scope.js';
import type { TypedExpression } from './typed.js';

/** What is known while one rule or assertion is checked. */
export interface CheckContext {
  /** The declared types of all fields. */
  readonly fields: ReadonlyMap<string, Type>;
  readonly scope: Scope;
  /** Receives the fields that are referred to. */
  readonly dependencies: Set<string>;
  readonly report: (complaint: RuleComplaint) => void;
}

export function checkFieldReference(path: string, span: Span, context: CheckContext): TypedExpression {
  const type = context.fields.get(path);
  if (type === undefined) {
    throw typeFailure(span, `There is no field ${shortened(path)}`, { hints: didYouMean(path, context.fields.keys()) });
  }
  context.dependencies.add(path);
  return { kind: 'field', path, type, span };
}
