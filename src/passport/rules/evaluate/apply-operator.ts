import type { TypedExpression } from '../check/typed.js';
import type { BinaryOperator } from '../syntax/ast.js';
import { compareValues, equalValues, numberOfValue } from '../values/compare.js';
import { powerOfTen, rescaled } from '../values/decimal.js';
import { sizeOf } from '../values/size.js';
import { boolValue, QTY_SCALE, type Value } from '../values/value.js';
import { bounded, evaluationFailure, type Run, spend } from './run.js';

type Strict = Exclude<BinaryOperator, '&&' | '||'>;

/** Applies an operator whose sides are both computed and have the types that the checker demands. */
export function applyOperator(operator: Strict, left: Value, right: Value, at: TypedExpression, run: Run): Value {
  // Texts and lists are compared up to the end of the shorter one.
  spend(run, Math.min(sizeOf(left), sizeOf(right)), at.span);
  switch (operator) {
    case '==':
    case '!=':
      return boolValue(equalValues(left, right) === (operator === '=='));
    case '<':
      return boolValue(compareValues(left, right) < 0);
    case '<=':
      return boolValue(compareValues(left, right) <= 0);
    case '>':
      return boolValue(compareValues(left, right) > 0);
    case '>=':
      return boolValue(compareValues(left, right) >= 0);
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(operator, left, right, at, run);
  }
}

function arithmetic(operator: '+' | '-' | '*' | '/', left: Value, right: Value, at: TypedExpression, run: Run): Value {
  const a = scaled(left);
  const b = scaled(right);
  const scale = at.type.kind === 'Dec' ? at.type.scale : at.type.kind === 'Qty' ? QTY_SCALE : 0;
  const units = bounded(run, unitsOf(operator, a, b, scale, at), at.span);
  if (at.type.kind === 'Int') return { kind: 'Int', value: units };
  if (at.type.kind === 'Qty') return { kind: 'Qty', units, unit: at.type.unit };
  return { kind: 'Dec', units, scale };
}

interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

function scaled(value: Value): Scaled {
  return value.kind === 'Qty' ? { units: value.units, scale: QTY_SCALE } : numberOfValue(value);
}

/** The result at the scale. Digits beyond it are cut off, once and at the end. */
function unitsOf(operator: '+' | '-' | '*' | '/', a: Scaled, b: Scaled, scale: number, at: TypedExpression): bigint {
  switch (operator) {
    case '+':
      return a.units + b.units;
    case '-':
      return a.units - b.units;
    case '*':
      return rescaled(a.units * b.units, a.scale + b.scale, scale);
    case '/':
      if (b.units === 0n) throw divisionByZero(at);
      // The scale of a quotient is never smaller than that of the dividend, so the exponent is not negative.
      return (a.units * powerOfTen(scale + b.scale - a.scale)) / b.units;
  }
}

function divisionByZero(at: TypedExpression): ReturnType<typeof evaluationFailure> {
  const span = at.kind === 'binary' ? at.right.span : at.span;
  return evaluationFailure('DIVISION_BY_ZERO', span, 'This divisor is zero', {
    hints: ['Check it first: assert(x != 0, "CODE", "message");'],
  });
}
