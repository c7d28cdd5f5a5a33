import type { Expression, LambdaExpression } from '../syntax/ast.js';
import { hasUnknownParts, isNumber, required } from '../types/fit.js';
import { ANY, BOOL, list, TEXT, type Type } from '../types/type.js';
import { argument, type Call, plain, special, typed, wrongArgument } from './builtin-call.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure } from './complain.js';
import { memberType } from './member-type.js';
import type { TypedExpression } from './typed.js';

export function checkMap(call: Call): TypedExpression {
  const { items, of, lambda } = listCall(call, 1);
  const checked = call.checks.checkLambda(lambda, [of], call.context);
  return special(call, { kind: 'map', list: items, lambda: checked }, list(checked.body.type));
}

export function checkFilter(call: Call): TypedExpression {
  const { items, of, lambda } = listCall(call, 1);
  const { slots, body } = call.checks.checkLambda(lambda, [of], call.context);
  const condition = coerced(body, BOOL);
  if (condition === undefined) {
    throw typeFailure(body.span, `The function of filter must return a Bool, but this is ${aValueOf(body.type)}`);
  }
  return special(call, { kind: 'filter', list: items, lambda: { slots, body: condition } }, items.type);
}

export function checkFold(call: Call): TypedExpression {
  const { items, of, lambda } = listCall(call, 2);
  const initial = typed(call, 1);
  const { slots, body } = call.checks.checkLambda(lambda, [initial.type, of], call.context);
  const result = coerced(body, initial.type);
  if (result !== undefined) {
    return special(call, { kind: 'fold', list: items, initial, lambda: { slots, body: result } }, initial.type);
  }
  const { type } = body;
  const isScale = initial.kind === 'constant' && isNumber(initial.type) && type.kind === 'Dec';
  throw typeFailure(
    body.span,
    `The function of fold must return ${aValueOf(initial.type)} like the initial value, but this is ${aValueOf(type)}`,
    {
      hints: isScale ? [`Write the initial value with ${type.scale} decimals, such as ${(0).toFixed(type.scale)}`] : [],
    },
  );
}

/** The values that a member has in a record or a list of records. Records without it are left out. */
export function checkPluck(call: Call): TypedExpression {
  const given = typed(call, 0);
  const name = argument(call, 1, TEXT);
  const type = required(given.type);
  const item = type.kind === 'List' ? type.of : type;
  if (item.kind === 'Record' && item.members !== null) {
    return plain(call, [given, name], list(required(memberType(item.members, name))));
  }
  if (!hasUnknownParts(item)) return wrongArgument(call, 0, given, 'Record or List(Record)');
  return plain(call, [given, name], list(ANY));
}

/** The list, the type of its items, and the function at the last place. */
function listCall(call: Call, parameters: number): { items: TypedExpression; of: Type; lambda: LambdaExpression } {
  const signature = `${call.name} ${call.signature}`;
  const lambda = call.args.at(-1) as Expression;
  if (lambda.kind !== 'lambda') {
    const isFirst = call.args[0]?.kind === 'lambda';
    throw typeFailure(lambda.span, `The last argument of ${call.name} must be a function`, {
      hints: isFirst ? [`The list comes first: ${signature}`] : [signature],
    });
  }
  if (lambda.parameters.length !== parameters) {
    const needed = parameters === 1 ? 'one parameter' : 'two parameters';
    throw typeFailure(lambda.span, `The function of ${call.name} must have ${needed}`, { hints: [signature] });
  }
  const given = typed(call, 0);
  const items = given.type.kind === 'List' ? given : coerced(given, list(ANY));
  if (items?.type.kind !== 'List') return wrongArgument(call, 0, given, 'List');
  return { items, of: items.type.of, lambda };
}
