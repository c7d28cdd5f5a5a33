import { didYouMean } from '../suggest.js';
import type { CallExpression } from '../syntax/ast.js';
import { required } from '../types/fit.js';
import { ANY, BOOL, list, OPEN_RECORD, opt, TEXT, type Type, typeText } from '../types/type.js';
import { argument, type Call, type Checks, plain, typed, wrongArgument } from './builtin-call.js';
import { checkFilter, checkFold, checkMap, checkPluck } from './check-list-builtin.js';
import { checkConvert, checkSumDec, checkSumQty, checkToDec, checkToQty } from './check-number-builtin.js';
import { checkBetween, checkHasFormat, checkIsOneOf } from './check-test-builtin.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure } from './complain.js';
import { checkFieldReference, type CheckContext } from './context.js';
import { memberType } from './member-type.js';
import type { TypedExpression } from './typed.js';

interface Builtin {
  readonly signature: string;
  readonly arity: number;
  readonly check: (call: Call) => TypedExpression;
}

/** The functions of the language. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  getFact: { signature: '(type: Text, key: Text) -> Opt(Record)', arity: 2, check: textsTo(opt(OPEN_RECORD)) },
  getFactsByPrefix: {
    signature: '(type: Text, keyPrefix: Text) -> List(Record)',
    arity: 2,
    check: textsTo(list(OPEN_RECORD)),
  },
  field: { signature: '(path: Text) -> the type of the field', arity: 1, check: checkField },
  recordGet: { signature: '(record: Record, member: Text) -> Opt(Any)', arity: 2, check: checkRecordGet },
  isSome: { signature: '(value: Opt(a)) -> Bool', arity: 1, check: checkIsSome },
  unwrapOr: { signature: '(value: Opt(a), otherwise: a) -> a', arity: 2, check: checkUnwrapOr },
  requireSome: { signature: '(value: Opt(a), code: Text, message: Text) -> a', arity: 3, check: checkRequireSome },
  toDec: { signature: '(scale: Int, number: Int or Dec) -> Dec(scale)', arity: 2, check: checkToDec },
  toQty: { signature: '(unit: Text, number: Int or Dec) -> Qty(unit)', arity: 2, check: checkToQty },
  convert: { signature: '(to: Text, from: Text, quantity: Qty(from)) -> Qty(to)', arity: 3, check: checkConvert },
  sumQty: { signature: '(unit: Text, quantities: List(Qty(unit))) -> Qty(unit)', arity: 2, check: checkSumQty },
  sumDec: { signature: '(scale: Int, numbers: List(Dec)) -> Dec(scale)', arity: 2, check: checkSumDec },
  map: { signature: '(items: List(a), \\a -> b) -> List(b)', arity: 2, check: checkMap },
  filter: { signature: '(items: List(a), \\a -> Bool) -> List(a)', arity: 2, check: checkFilter },
  fold: { signature: '(items: List(a), initial: b, \\b a -> b) -> b', arity: 3, check: checkFold },
  pluck: { signature: '(records: Record or List(Record), member: Text) -> List(a)', arity: 2, check: checkPluck },
  between: { signature: '(value: a or List(a), low: a, high: a) -> Bool', arity: 3, check: checkBetween },
  isOneOf: { signature: '(value: Text or List(Text), options: List(Text)) -> Bool', arity: 2, check: checkIsOneOf },
  hasFormat: { signature: '(value: Text or List(Text), format: Text) -> Bool', arity: 2, check: checkHasFormat },
  contains: { signature: '(text: Text, part: Text) -> Bool', arity: 2, check: textsTo(BOOL) },
  emitCompliance: { signature: '(clause: Text, status: Text, evidence: Text) -> Bool', arity: 3, check: textsTo(BOOL) },
};

export const BUILTIN_NAMES: ReadonlySet<string> = new Set(Object.keys(BUILTINS));

export function checkCall(expression: CallExpression, context: CheckContext, checks: Checks): TypedExpression {
  const { name, args, span } = expression;
  const builtin = Object.hasOwn(BUILTINS, name.text) ? BUILTINS[name.text] : undefined;
  if (builtin === undefined) {
    const isValue = context.scope.find(name.text) !== undefined;
    const hints = isValue ? [] : didYouMean(name.text, BUILTIN_NAMES);
    throw typeFailure(name.span, isValue ? `${name.text} is not a function` : `There is no function ${name.text}`, {
      hints,
      why: isValue || hints.length > 0 ? undefined : `The functions are ${[...BUILTIN_NAMES].join(', ')}.`,
    });
  }
  if (args.length !== builtin.arity) {
    const needed = `${builtin.arity} ${builtin.arity === 1 ? 'argument' : 'arguments'}`;
    throw typeFailure(span, `${name.text} needs ${needed}, but gets ${args.length}`, {
      hints: [`${name.text} ${builtin.signature}`],
    });
  }
  return builtin.check({ name: name.text, signature: builtin.signature, args, span, context, checks });
}

function textsTo(type: Type): (call: Call) => TypedExpression {
  return (call) =>
    plain(
      call,
      call.args.map((_, index) => argument(call, index, TEXT)),
      type,
    );
}

function checkField(call: Call): TypedExpression {
  const [path] = call.args;
  if (path?.kind !== 'literal' || path.value.kind !== 'Text') {
    throw typeFailure(path?.span ?? call.span, 'The path of a field must be a literal text', {
      why: 'What a rule depends on must be known before any rule is evaluated.',
      hints: ['field("battery.capacity_kwh")'],
    });
  }
  return checkFieldReference(path.value.value, path.span, call.context);
}

function checkRecordGet(call: Call): TypedExpression {
  const given = typed(call, 0);
  const name = argument(call, 1, TEXT);
  const { type } = given;
  if (type.kind === 'Map') return plain(call, [given, name], opt(type.of));
  if (type.kind === 'Record' && type.members !== null) {
    return plain(call, [given, name], opt(memberType(type.members, name)));
  }
  const record = coerced(given, OPEN_RECORD) ?? wrongArgument(call, 0, given, 'Record');
  return plain(call, [record, name], opt(ANY));
}

/** The first argument, which must be optional. */
function optional(call: Call): TypedExpression {
  const given = typed(call, 0);
  if (given.type.kind === 'Opt') return given;
  throw typeFailure(given.span, `Argument 1 of ${call.name} is never missing: it is ${aValueOf(given.type)}`, {
    hints: [`Use it without ${call.name}.`],
  });
}

function checkIsSome(call: Call): TypedExpression {
  return plain(call, [optional(call)], BOOL);
}

function checkUnwrapOr(call: Call): TypedExpression {
  const value = optional(call);
  const otherwise = typed(call, 1);
  const inner = required(value.type);
  const isUnknown = inner.kind === 'Any' || inner.kind === 'Never';
  const replacement = isUnknown ? otherwise : coerced(otherwise, inner);
  if (replacement !== undefined) {
    // The replacement says what a part of a fact should be.
    const type = isUnknown ? otherwise.type : inner;
    return plain(call, [coerced(value, opt(type)) ?? value, replacement], type);
  }
  const other = coerced(value, opt(otherwise.type));
  if (other !== undefined) return plain(call, [other, otherwise], otherwise.type);
  return wrongArgument(call, 1, otherwise, typeText(inner));
}

function checkRequireSome(call: Call): TypedExpression {
  const value = optional(call);
  return plain(call, [value, argument(call, 1, TEXT), argument(call, 2, TEXT)], required(value.type));
}
