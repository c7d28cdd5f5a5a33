import type { CallExpression, Expression, LambdaExpression } from '../syntax/ast.js';
import { requireUnit } from '../syntax/parse-type.js';
import { RULE_LIMITS } from '../limits.js';
import type { Span } from '../problem.js';
import { isNumber, required } from '../types/fit.js';
import { ANY, BOOL, dec, list, OPEN_RECORD, opt, qty, TEXT, type Type, typeText } from '../types/type.js';
import { conversion, type Unit } from '../types/units.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure, unitFailure } from './complain.js';
import { didYouMean, shortened } from '../suggest.js';
import { checkFieldReference, type CheckContext } from './context.js';
import type { PlainBuiltin, TypedCall, TypedExpression, TypedLambda } from './typed.js';

/** The functions of the checker that a call needs, passed in because they need this file. */
export interface Checks {
  readonly check: (expression: Expression, context: CheckContext) => TypedExpression;
  readonly checkLambda: (lambda: LambdaExpression, parameters: readonly Type[], context: CheckContext) => TypedLambda;
}

interface Call {
  readonly name: string;
  readonly args: readonly Expression[];
  readonly span: Span;
  readonly context: CheckContext;
  readonly checks: Checks;
}

interface Builtin {
  readonly signature: string;
  readonly arity: number;
  readonly check: (call: Call) => TypedExpression;
}

/** The sixteen functions of the language. */
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
  return builtin.check({ name: name.text, args, span, context, checks });
}

function typed(call: Call, index: number): TypedExpression {
  return call.checks.check(call.args[index] as Expression, call.context);
}

/** The argument as a value of the type. */
function argument(call: Call, index: number, type: Type): TypedExpression {
  const given = typed(call, index);
  return coerced(given, type) ?? wrongArgument(call, index, given, typeText(type));
}

function wrongArgument(call: Call, index: number, given: TypedExpression, wanted: string): never {
  const which = call.args.length === 1 ? 'The argument' : `Argument ${index + 1}`;
  const isMissing = given.type.kind === 'Opt' && !wanted.startsWith('Opt');
  throw typeFailure(
    given.span,
    `${which} of ${call.name} must be ${article(wanted)}, but this is ${aValueOf(given.type)}`,
    {
      label: `this is ${aValueOf(given.type)}`,
      hints: isMissing
        ? ['It may be missing. Demand it with requireSome(…, "CODE", "message"), or replace it with unwrapOr(…, …).']
        : [`${call.name} ${BUILTINS[call.name]?.signature ?? ''}`],
    },
  );
}

function article(text: string): string {
  return `${/^[AIO]/.test(text) ? 'an' : 'a'} ${text}`;
}

function plain(call: Call, args: readonly TypedExpression[], type: Type): TypedExpression {
  return { kind: 'call', name: call.name as PlainBuiltin, args, type, span: call.span };
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

function memberType(members: readonly { name: string; type: Type }[], name: TypedExpression): Type {
  if (name.kind !== 'constant' || name.value.kind !== 'Text') {
    throw typeFailure(name.span, 'The name of a member of this record must be a literal text', {
      why: 'Its members have different types.',
    });
  }
  const wanted = name.value.value;
  const member = members.find((one) => one.name === wanted);
  if (member !== undefined) return member.type;
  const names = members.map((one) => one.name);
  throw typeFailure(name.span, `The record has no member ${shortened(wanted)}`, {
    why: `Its members are ${names.join(', ')}.`,
    hints: didYouMean(wanted, names),
  });
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

/** A number, a part of a fact, or a text with digits: facts have no fractions. */
function numeric(call: Call, index: number): TypedExpression {
  const given = typed(call, index);
  const { kind } = given.type;
  if (isNumber(given.type) || kind === 'Any' || kind === 'Text') return given;
  if (kind !== 'Qty') return wrongArgument(call, index, given, 'Int or Dec');
  const hints = [
    call.name === 'toQty'
      ? 'Convert a quantity with convert("kg", "g", …).'
      : 'Divide it by a quantity: x / qty(1, kg)',
  ];
  throw typeFailure(given.span, `Argument ${index + 1} of ${call.name} must be a number, not a quantity`, { hints });
}

function scaleArgument(call: Call): number {
  const [scale] = call.args;
  if (scale?.kind === 'literal' && scale.value.kind === 'Int') {
    const { value } = scale.value;
    if (value >= 0n && value <= BigInt(RULE_LIMITS.scale)) return Number(value);
  }
  throw typeFailure(scale?.span ?? call.span, `The scale must be a literal integer from 0 to ${RULE_LIMITS.scale}`, {
    why: 'It decides the type of the result.',
    hints: [`${call.name}(2, …)`],
  });
}

function unitArgument(call: Call, index: number): Unit {
  const unit = call.args[index] as Expression;
  if (unit.kind === 'literal' && unit.value.kind === 'Text') return requireUnit(unit.value.value, unit.span);
  throw typeFailure(unit.span, 'The unit must be a literal text', {
    why: 'It decides the type of the result.',
    hints: unit.kind === 'name' ? [`Write it in quotes: "${unit.name}"`] : [],
  });
}

function special(call: Call, typedCall: TypedCall, type: Type): TypedExpression {
  return { ...typedCall, type, span: call.span };
}

function checkToDec(call: Call): TypedExpression {
  const scale = scaleArgument(call);
  return special(call, { kind: 'toDec', scale, operand: numeric(call, 1) }, dec(scale));
}

function checkToQty(call: Call): TypedExpression {
  const unit = unitArgument(call, 0);
  return special(call, { kind: 'toQty', unit, operand: numeric(call, 1) }, qty(unit));
}

function checkConvert(call: Call): TypedExpression {
  const to = unitArgument(call, 0);
  const from = unitArgument(call, 1);
  const given = typed(call, 2);
  const operand = coerced(given, qty(from));
  if (operand === undefined) {
    if (given.type.kind !== 'Qty') return wrongArgument(call, 2, given, `Qty(${from})`);
    const isReversed = given.type.unit === to;
    throw unitFailure(given.span, `convert expects ${from} here, but this is in ${given.type.unit}`, {
      hints: isReversed ? [`The first unit is the result: convert("${from}", "${to}", …)`] : [],
    });
  }
  if (conversion(from, to) !== undefined) return special(call, { kind: 'convert', from, to, operand }, qty(to));
  throw unitFailure(call.span, `${from} cannot be converted to ${to}`, {
    why: 'Conversions exist between kg and g, kWh and Wh, kgCO2e and gCO2e.',
  });
}

function checkSumQty(call: Call): TypedExpression {
  const unit = unitArgument(call, 0);
  const given = typed(call, 1);
  const operand = coerced(given, list(qty(unit)));
  if (operand !== undefined) return special(call, { kind: 'sumQty', unit, operand }, qty(unit));
  if (given.type.kind !== 'List' || given.type.of.kind !== 'Qty')
    return wrongArgument(call, 1, given, `List(Qty(${unit}))`);
  const other = given.type.of.unit;
  throw unitFailure(given.span, `sumQty adds ${unit}, but these quantities are in ${other}`, {
    hints: conversion(other, unit) ? [`map(…, \\x -> convert("${unit}", "${other}", x))`] : [],
  });
}

function checkSumDec(call: Call): TypedExpression {
  const scale = scaleArgument(call);
  const given = typed(call, 1);
  const operand = given.type.kind === 'Any' ? coerced(given, list(ANY)) : given;
  const of = operand?.type.kind === 'List' ? operand.type.of : undefined;
  const isSummable = of !== undefined && (isNumber(of) || of.kind === 'Any' || of.kind === 'Never');
  if (operand === undefined || !isSummable) return wrongArgument(call, 1, given, 'List(Dec)');
  return special(call, { kind: 'sumDec', scale, operand }, dec(scale));
}

/** The list, the type of its items, and the function at the last place. */
function listCall(call: Call, parameters: number): { items: TypedExpression; of: Type; lambda: LambdaExpression } {
  const signature = `${call.name} ${BUILTINS[call.name]?.signature ?? ''}`;
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

function checkMap(call: Call): TypedExpression {
  const { items, of, lambda } = listCall(call, 1);
  const checked = call.checks.checkLambda(lambda, [of], call.context);
  return special(call, { kind: 'map', list: items, lambda: checked }, list(checked.body.type));
}

function checkFilter(call: Call): TypedExpression {
  const { items, of, lambda } = listCall(call, 1);
  const { slots, body } = call.checks.checkLambda(lambda, [of], call.context);
  const condition = coerced(body, BOOL);
  if (condition === undefined) {
    throw typeFailure(body.span, `The function of filter must return a Bool, but this is ${aValueOf(body.type)}`);
  }
  return special(call, { kind: 'filter', list: items, lambda: { slots, body: condition } }, items.type);
}

function checkFold(call: Call): TypedExpression {
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
