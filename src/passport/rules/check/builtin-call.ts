import type { Span } from '../problem.js';
import type { Expression, LambdaExpression } from '../syntax/ast.js';
import { type Type, typeText } from '../types/type.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure } from './complain.js';
import type { CheckContext } from './context.js';
import type { PlainBuiltin, TypedCall, TypedExpression, TypedLambda } from './typed.js';

/** The functions of the checker that a call needs, passed in because they need this file. */
export interface Checks {
  readonly check: (expression: Expression, context: CheckContext) => TypedExpression;
  readonly checkLambda: (lambda: LambdaExpression, parameters: readonly Type[], context: CheckContext) => TypedLambda;
}

/** A call of a built-in function with the right number of arguments. */
export interface Call {
  readonly name: string;
  readonly signature: string;
  readonly args: readonly Expression[];
  readonly span: Span;
  readonly context: CheckContext;
  readonly checks: Checks;
}

export function typed(call: Call, index: number): TypedExpression {
  return call.checks.check(call.args[index] as Expression, call.context);
}

/** The argument as a value of the type. */
export function argument(call: Call, index: number, type: Type): TypedExpression {
  const given = typed(call, index);
  return coerced(given, type) ?? wrongArgument(call, index, given, typeText(type));
}

export function wrongArgument(call: Call, index: number, given: TypedExpression, wanted: string): never {
  const which = call.args.length === 1 ? 'The argument' : `Argument ${index + 1}`;
  const isMissing = given.type.kind === 'Opt' && !wanted.startsWith('Opt');
  throw typeFailure(
    given.span,
    `${which} of ${call.name} must be ${article(wanted)}, but this is ${aValueOf(given.type)}`,
    {
      label: `this is ${aValueOf(given.type)}`,
      hints: isMissing
        ? ['It may be missing. Demand it with requireSome(…, "CODE", "message"), or replace it with unwrapOr(…, …).']
        : [`${call.name} ${call.signature}`],
    },
  );
}

function article(text: string): string {
  return `${/^[AIO]/.test(text) ? 'an' : 'a'} ${text}`;
}

export function plain(call: Call, args: readonly TypedExpression[], type: Type): TypedExpression {
  return { kind: 'call', name: call.name as PlainBuiltin, args, type, span: call.span };
}

export function special(call: Call, typedCall: TypedCall, type: Type): TypedExpression {
  return { ...typedCall, type, span: call.span };
}
