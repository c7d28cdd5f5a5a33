import { fit } from '../types/fit.js';
import type { Type } from '../types/type.js';
import { rescaled } from '../values/decimal.js';
import type { TypedExpression } from './typed.js';

/**
 * The expression as a value of the type, or undefined if it is none. A literal takes the scale that is needed if no digit is
 * lost, also at the end of a block or a branch. Parts of facts are cast.
 */
export function coerced(expression: TypedExpression, type: Type): TypedExpression | undefined {
  if (expression.kind === 'constant') {
    const literal = adapted(expression, type);
    if (literal !== undefined) return literal;
  }
  const fitting = fit(expression.type, type);
  if (fitting === 'yes') return expression;
  if (fitting === 'cast') return { kind: 'cast', operand: expression, type, span: expression.span };
  return pushedDown(expression, type);
}

/** Coerces the parts that make the value. */
function pushedDown(expression: TypedExpression, type: Type): TypedExpression | undefined {
  if (expression.kind === 'if') {
    const then = coerced(expression.then, type);
    const otherwise = coerced(expression.otherwise, type);
    return then && otherwise && { ...expression, then, otherwise, type };
  }
  if (expression.kind === 'block') {
    const result = coerced(expression.result, type);
    return result && { ...expression, result, type };
  }
  if (expression.kind === 'list') {
    const wanted = type.kind === 'Opt' ? type.of : type;
    if (wanted.kind !== 'List') return undefined;
    const items = expression.items.map((item) => coerced(item, wanted.of));
    return items.every((item) => item !== undefined) ? { ...expression, items, type: wanted } : undefined;
  }
  return undefined;
}

function adapted(
  expression: Extract<TypedExpression, { kind: 'constant' }>,
  expected: Type,
): TypedExpression | undefined {
  const type = expected.kind === 'Opt' ? expected.of : expected;
  const { value } = expression;
  if (type.kind !== 'Dec' || (value.kind !== 'Int' && value.kind !== 'Dec')) return undefined;
  const { units, scale } = value.kind === 'Dec' ? value : { units: value.value, scale: 0 };
  const scaled = rescaled(units, scale, type.scale);
  if (rescaled(scaled, type.scale, scale) !== units) return undefined;
  return { ...expression, type, value: { kind: 'Dec', units: scaled, scale: type.scale } };
}
