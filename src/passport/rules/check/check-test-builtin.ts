import { didYouMean } from '../suggest.js';
import { hasUnknownParts, isNumber, joined, required } from '../types/fit.js';
import { BOOL, list, opt, TEXT, type Type, typeText } from '../types/type.js';
import { TEXT_FORMAT_NAMES } from '../values/text-formats.js';
import { argument, type Call, plain, typed, wrongArgument } from './builtin-call.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure } from './complain.js';
import type { TypedExpression } from './typed.js';

/** Tests of one value, or of all values of a list. A value that is missing passes: requireSome demands it. */
export function checkBetween(call: Call): TypedExpression {
  const value = typed(call, 0);
  const low = typed(call, 1);
  const high = typed(call, 2);
  const bounds = joined(low.type, high.type);
  const own = itemType(value.type);
  // Numbers of any scale have an order.
  if (isNumber(own) && isNumber(low.type) && isNumber(high.type)) return plain(call, [value, low, high], BOOL);
  const type = bounds && (hasUnknownParts(own) ? bounds : joined(own, bounds));
  if (type === undefined || !isOrdered(type)) {
    throw typeFailure(call.span, `between cannot compare ${aValueOf(own)} with ${aValueOf(low.type)}`, {
      hints: [`${call.name} ${call.signature}`],
    });
  }
  return plain(call, [tested(call, value, type), bound(call, 1, low, type), bound(call, 2, high, type)], BOOL);
}

export function checkIsOneOf(call: Call): TypedExpression {
  return plain(call, [tested(call, typed(call, 0), TEXT), argument(call, 1, list(TEXT))], BOOL);
}

export function checkHasFormat(call: Call): TypedExpression {
  const format = argument(call, 1, TEXT);
  const name = format.kind === 'constant' && format.value.kind === 'Text' ? format.value.value : undefined;
  if (name === undefined || !TEXT_FORMAT_NAMES.includes(name)) {
    throw typeFailure(format.span, 'The second argument of hasFormat must be the name of a format', {
      why: `The formats are ${TEXT_FORMAT_NAMES.join(', ')}.`,
      hints: name === undefined ? [] : didYouMean(name, TEXT_FORMAT_NAMES),
    });
  }
  return plain(call, [tested(call, typed(call, 0), TEXT), format], BOOL);
}

function itemType(type: Type): Type {
  const value = required(type);
  return value.kind === 'List' ? required(value.of) : value;
}

function isOrdered({ kind }: Type): boolean {
  return kind === 'Int' || kind === 'Dec' || kind === 'Qty' || kind === 'Text' || kind === 'Date';
}

/** The first argument, as optional value or list of the type. */
function tested(call: Call, value: TypedExpression, type: Type): TypedExpression {
  const isList = required(value.type).kind === 'List';
  return coerced(value, opt(isList ? list(type) : type)) ?? wrongArgument(call, 0, value, typeText(type));
}

function bound(call: Call, index: number, given: TypedExpression, type: Type): TypedExpression {
  return coerced(given, type) ?? wrongArgument(call, index, given, typeText(type));
}
