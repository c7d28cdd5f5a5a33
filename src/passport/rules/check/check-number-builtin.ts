import { RULE_LIMITS } from '../limits.js';
import type { Expression } from '../syntax/ast.js';
import { requireUnit } from '../syntax/parse-type.js';
import { isNumber } from '../types/fit.js';
import { ANY, dec, list, qty } from '../types/type.js';
import { conversion, type Unit } from '../types/units.js';
import { type Call, special, typed, wrongArgument } from './builtin-call.js';
import { coerced } from './coerce.js';
import { typeFailure, unitFailure } from './complain.js';
import type { TypedExpression } from './typed.js';

export function checkToDec(call: Call): TypedExpression {
  const scale = scaleArgument(call);
  return special(call, { kind: 'toDec', scale, operand: numeric(call, 1) }, dec(scale));
}

export function checkToQty(call: Call): TypedExpression {
  const unit = unitArgument(call, 0);
  return special(call, { kind: 'toQty', unit, operand: numeric(call, 1) }, qty(unit));
}

export function checkConvert(call: Call): TypedExpression {
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

export function checkSumQty(call: Call): TypedExpression {
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

export function checkSumDec(call: Call): TypedExpression {
  const scale = scaleArgument(call);
  const given = typed(call, 1);
  const operand = given.type.kind === 'Any' ? coerced(given, list(ANY)) : given;
  const of = operand?.type.kind === 'List' ? operand.type.of : undefined;
  const isSummable = of !== undefined && (isNumber(of) || of.kind === 'Any' || of.kind === 'Never');
  if (operand === undefined || !isSummable) return wrongArgument(call, 1, given, 'List(Dec)');
  return special(call, { kind: 'sumDec', scale, operand }, dec(scale));
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
