import type { Span } from '../problem.js';
import type { BinaryExpression, BinaryOperator } from '../syntax/ast.js';
import { hasUnknownParts, isNothing, isNumber, joined, scaleOf } from '../types/fit.js';
import { BOOL, dec, INT, qty, type Type, typeText } from '../types/type.js';
import { conversion, type Unit, unitOfProduct, unitOfQuotient } from '../types/units.js';
import { QTY_SCALE } from '../values/value.js';
import { coerced } from './coerce.js';
import { aValueOf, typeFailure, unitFailure } from './complain.js';
import type { TypedExpression } from './typed.js';

type Where = Pick<BinaryExpression, 'operatorSpan' | 'span'>;

/** The type of an operation, with operands that are coerced to what it needs. */
export function checkOperator(
  operator: BinaryOperator,
  left: TypedExpression,
  right: TypedExpression,
  where: Where,
): TypedExpression {
  const operation = { operator, left, right, where };
  switch (operator) {
    case '||':
    case '&&':
      return logical(operation);
    case '==':
    case '!=':
      return equality(operation);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordering(operation);
    case '+':
    case '-':
      return sum(operation);
    case '*':
      return product(operation);
    case '/':
      return quotient(operation);
  }
}

interface Operation {
  readonly operator: BinaryOperator;
  readonly left: TypedExpression;
  readonly right: TypedExpression;
  readonly where: Where;
}

function binary({ operator, where }: Operation, [left, right]: Pair, type: Type): TypedExpression {
  return { kind: 'binary', operator, left, right, type, span: where.span };
}

type Pair = readonly [TypedExpression, TypedExpression];

function logical(operation: Operation): TypedExpression {
  const { operator, left, right } = operation;
  const [first, second] = [left, right].map((side) => {
    const condition = coerced(side, BOOL);
    if (condition !== undefined) return condition;
    throw typeFailure(side.span, `${operator} needs a Bool on both sides, but this is ${aValueOf(side.type)}`);
  });
  return binary(operation, [first as TypedExpression, second as TypedExpression], BOOL);
}

function equality(operation: Operation): TypedExpression {
  const { left, right } = operation;
  refuseUnknown(operation);
  if (isNumber(left.type) && isNumber(right.type)) return binary(operation, [left, right], BOOL);
  const pair = sameOnBothSides(operation);
  if (pair === undefined) refuseFacts(operation);
  return binary(operation, pair ?? incomparable(operation), BOOL);
}

const ORDERED: ReadonlySet<Type['kind']> = new Set(['Int', 'Dec', 'Qty', 'Text', 'Date']);

function ordering(operation: Operation): TypedExpression {
  const { operator, left, right } = operation;
  refuseUnknown(operation);
  if (isNumber(left.type) && isNumber(right.type)) return binary(operation, [left, right], BOOL);
  refuseMissing(operation);
  const pair = sameOnBothSides(operation) ?? incomparable(operation);
  const [{ type, span }] = pair;
  if (ORDERED.has(type.kind)) return binary(operation, pair, BOOL);
  throw typeFailure(span, `Values of type ${typeText(type)} have no order, so ${operator} cannot compare them`, {
    hints: ['Only numbers, quantities, texts and dates have an order.'],
  });
}

function sum(operation: Operation): TypedExpression {
  const { operator, left, right, where } = operation;
  refuseUnknown(operation);
  refuseMissing(operation);
  const pair = sameOnBothSides(operation);
  if (pair === undefined) {
    refuseDifferentUnits(operation);
    throw isNumber(left.type) && isNumber(right.type) ? differentScales(operation) : notNumbers(operation);
  }
  const [{ type }] = pair;
  if (type.kind === 'Int' || type.kind === 'Dec' || type.kind === 'Qty') return binary(operation, pair, type);
  throw typeFailure(where.span, `${operator} needs numbers or quantities, but this is ${aValueOf(type)}`, {
    hints: type.kind === 'Text' ? ['Texts cannot be joined or changed: a field has the text of a fact.'] : [],
  });
}

function product(operation: Operation): TypedExpression {
  const { left, right, where } = operation;
  refuseUnknownFactor(operation);
  refuseMissing(operation);
  const pair: Pair = [left, right];
  if (isNumber(left.type) && isNumber(right.type)) return binary(operation, pair, numberType(left.type, right.type));
  if (left.type.kind === 'Qty' && isNumber(right.type)) return binary(operation, pair, left.type);
  if (right.type.kind === 'Qty' && isNumber(left.type)) return binary(operation, pair, right.type);
  if (left.type.kind !== 'Qty' || right.type.kind !== 'Qty') throw notNumbers(operation);
  const unit = unitOfProduct(left.type.unit, right.type.unit);
  if (unit !== undefined) return binary(operation, pair, qty(unit));
  throw unitFailure(where.span, `${left.type.unit} times ${right.type.unit} has no unit`, {
    why: 'A quantity can be multiplied by a number. The only product of quantities is gCO2e_per_kWh times kWh.',
  });
}

function quotient(operation: Operation): TypedExpression {
  const { left, right, where } = operation;
  refuseUnknownFactor(operation);
  refuseMissing(operation);
  const pair: Pair = [left, right];
  if (isNumber(left.type) && isNumber(right.type)) return binary(operation, pair, numberType(left.type, right.type));
  if (left.type.kind === 'Qty' && isNumber(right.type)) return binary(operation, pair, left.type);
  if (left.type.kind !== 'Qty' || right.type.kind !== 'Qty') throw notNumbers(operation);
  const unit = unitOfQuotient(left.type.unit, right.type.unit);
  if (unit === null) return binary(operation, pair, dec(QTY_SCALE));
  if (unit !== undefined) return binary(operation, pair, qty(unit));
  throw unitFailure(where.span, `${left.type.unit} divided by ${right.type.unit} has no unit`, {
    why: 'A quantity can be divided by a number, by a quantity of the same unit, and gCO2e by kWh.',
    hints: convertHint(left.type.unit, right.type.unit),
  });
}

/** Products and quotients have the larger scale. */
function numberType(left: Type, right: Type): Type {
  if (left.kind === 'Int' && right.kind === 'Int') return INT;
  return dec(Math.max(scaleOf(left), scaleOf(right)));
}

/**
 * Both sides with one type; undefined if they have none in common. Parts of facts must be cast to it: "1.0" is another text than "1.00", but the
 * same number. They can be compared with nothing as they are.
 */
function sameOnBothSides({ left, right }: Operation): Pair | undefined {
  const isWithNothing = isNothing(left.type) || isNothing(right.type);
  for (const type of [joined(left.type, right.type), left.type, right.type]) {
    if (type && hasUnknownParts(type) && !isWithNothing) continue;
    const first = type && coerced(left, type);
    const second = type && coerced(right, type);
    if (first && second) return [first, second];
  }
  return undefined;
}

function incomparable(operation: Operation): never {
  refuseDifferentUnits(operation);
  const { left, right, operator, where } = operation;
  const kinds = [left.type.kind, right.type.kind];
  const isDateAndText = kinds.includes('Date') && kinds.includes('Text');
  throw typeFailure(where.span, `${operator} cannot compare ${aValueOf(left.type)} with ${aValueOf(right.type)}`, {
    hints: isDateAndText ? ['A date is written date("2027-02-18").'] : [],
  });
}

function refuseDifferentUnits({ left, right, operator, where }: Operation): void {
  if (left.type.kind !== 'Qty' || right.type.kind !== 'Qty' || left.type.unit === right.type.unit) return;
  const [a, b] = [left.type.unit, right.type.unit];
  const verb = operator === '+' ? 'added' : operator === '-' ? 'subtracted' : 'compared';
  throw unitFailure(where.span, `${a} and ${b} cannot be ${verb}`, {
    label: `${a} ${operator} ${b}`,
    why: conversion(a, b) ? 'Quantities must have the same unit.' : `${a} and ${b} measure different things.`,
    hints: convertHint(a, b),
  });
}

function convertHint(wanted: Unit, given: Unit): string[] {
  return conversion(given, wanted) ? [`Convert one of them: convert("${wanted}", "${given}", …)`] : [];
}

function differentScales({ left, right, operator, where }: Operation): ReturnType<typeof typeFailure> {
  const scale = Math.max(scaleOf(left.type), scaleOf(right.type));
  const narrow = scaleOf(left.type) === scale ? right : left;
  return typeFailure(
    where.span,
    `${typeText(left.type)} and ${typeText(right.type)} cannot be ${operator === '+' ? 'added' : 'subtracted'}`,
    {
      why: `Both sides of ${operator} must have the same scale, so that no digit is lost unseen.`,
      label: `${typeText(left.type)} ${operator} ${typeText(right.type)}`,
      hints: [`Give the ${narrow === left ? 'left' : 'right'} side ${scale} decimals: toDec(${scale}, …)`],
    },
  );
}

function notNumbers({ left, right, operator, where }: Operation): ReturnType<typeof typeFailure> {
  return typeFailure(where.span, `${operator} cannot combine ${aValueOf(left.type)} with ${aValueOf(right.type)}`, {
    label: `${typeText(left.type)} ${operator} ${typeText(right.type)}`,
    why:
      operator === '*' || operator === '/'
        ? `${operator} combines numbers, or a quantity with a number.`
        : `${operator} combines numbers of the same scale, or quantities of the same unit.`,
  });
}

/** Of two parts of facts, neither says what the other should be. */
function refuseUnknown({ left, right, operator, where }: Operation): void {
  if (left.type.kind !== 'Any' || right.type.kind !== 'Any') return;
  throw typeFailure(where.span, `${operator} combines two parts of facts, whose types are unknown`, {
    hints: ['Convert one of them, for example with toDec(2, …).'],
  });
}

/** Facts as a whole, and lists of their parts. */
function refuseFacts({ left, right, operator, where }: Operation): void {
  if (!hasUnknownParts(left.type) && !hasUnknownParts(right.type)) return;
  throw typeFailure(where.span, `${operator} cannot compare ${aValueOf(left.type)} with ${aValueOf(right.type)}`, {
    why: 'The types of the parts of a fact are unknown: "1.0" may be a text or a number.',
    hints: ['Compare its members, for example toDec(2, requireSome(recordGet(…, "mass_kg"), "CODE", "message")).'],
  });
}

/** `x * fact`: a number and a quantity are both possible. */
function refuseUnknownFactor({ left, right, operator }: Operation): void {
  const unknown = [left, right].find(({ type }) => type.kind === 'Any');
  if (unknown === undefined) return;
  throw unknownType(unknown.span, `${operator} needs to know whether this part of a fact is a number or a quantity`);
}

function unknownType(span: Span, message: string): ReturnType<typeof typeFailure> {
  return typeFailure(span, message, { hints: ['Convert it: toDec(2, …) or toQty("kg", …)'] });
}

function refuseMissing({ left, right, operator }: Operation): void {
  const optional = [left, right].find(({ type }) => type.kind === 'Opt');
  if (optional === undefined) return;
  throw typeFailure(optional.span, `${operator} needs a value, but this may be missing`, {
    label: `this is ${aValueOf(optional.type)}`,
    hints: ['Demand it with requireSome(…, "CODE", "message"), or replace it with unwrapOr(…, 0).'],
  });
}
