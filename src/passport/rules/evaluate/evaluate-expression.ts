import type { TypedExpression, TypedStep } from '../check/typed.js';
import { typeText } from '../types/type.js';
import { cast, CastFailure } from '../values/cast.js';
import { listValue, sizeOf } from '../values/size.js';
import { boolValue, type Value } from '../values/value.js';
import { applyBuiltin } from './apply-builtin.js';
import { applyOperator } from './apply-operator.js';
import { constant, emit, operation } from './record-node.js';
import { type Derived, evaluationFailure, type Run, sized, spend } from './run.js';

/** Computes an expression. Throws a RuleFailure. */
export function evaluateExpression(expression: TypedExpression, run: Run): Derived {
  const { span } = expression;
  spend(run, 1, span);
  switch (expression.kind) {
    case 'constant':
      return constant(run, expression.value, span);
    case 'local':
      return run.frame[expression.slot] as Derived;
    case 'field':
      return run.fields.get(expression.path) ?? run.demand(expression.path, run);
    case 'binary':
      return evaluateBinary(expression, run);
    case 'unary':
      return evaluateUnary(expression, run);
    case 'list': {
      const items = expression.items.map((item) => evaluateExpression(item, run));
      const value = sized(span, () => listValue(items.map((item) => item.value)));
      return operation(run, 'list', value, items, span);
    }
    case 'if': {
      const condition = evaluateExpression(expression.condition, run);
      const branch = evaluateExpression(isTrue(condition.value) ? expression.then : expression.otherwise, run);
      return operation(run, 'if', branch.value, [condition, branch], span);
    }
    case 'block':
      return evaluateBlock(expression, run);
    case 'cast':
      return evaluateCast(expression, run);
    default:
      return applyBuiltin(expression, run, evaluateExpression);
  }
}

export function isTrue(value: Value): boolean {
  return value.kind === 'Bool' && value.value;
}

/** The right side of `&&` and `||` is computed only if it matters. */
function evaluateBinary(expression: Extract<TypedExpression, { kind: 'binary' }>, run: Run): Derived {
  const { operator, span } = expression;
  const left = evaluateExpression(expression.left, run);
  const isDecided = (operator === '&&' && !isTrue(left.value)) || (operator === '||' && isTrue(left.value));
  if (isDecided) return operation(run, operator, left.value, [left], span);
  const right = evaluateExpression(expression.right, run);
  if (operator === '&&' || operator === '||') return operation(run, operator, right.value, [left, right], span);
  const value = applyOperator(operator, left.value, right.value, expression, run);
  return operation(run, operator, value, [left, right], span);
}

function evaluateUnary(expression: Extract<TypedExpression, { kind: 'unary' }>, run: Run): Derived {
  const operand = evaluateExpression(expression.operand, run);
  const value = expression.operator === '!' ? boolValue(!isTrue(operand.value)) : negated(operand.value);
  return operation(run, expression.operator === '!' ? '!' : 'neg', value, [operand], expression.span);
}

function negated(value: Value): Value {
  if (value.kind === 'Int') return { ...value, value: -value.value };
  return value.kind === 'Dec' || value.kind === 'Qty' ? { ...value, units: -value.units } : value;
}

/** Every name is computed, in the order of the source. An assertion is part of the derivation of what follows it. */
function evaluateBlock(expression: Extract<TypedExpression, { kind: 'block' }>, run: Run): Derived {
  const assertions: { step: Extract<TypedStep, { kind: 'assert' }>; condition: Derived }[] = [];
  for (const step of expression.steps) {
    if (step.kind === 'let') run.frame[step.slot] = evaluateExpression(step.value, run);
    else assertions.push({ step, condition: checkedCondition(step, run) });
  }
  let result = evaluateExpression(expression.result, run);
  for (const { step, condition } of assertions.reverse()) {
    const data = { condition: true, error_code: step.code };
    result = { value: result.value, node: emit(run, 'ASSERT', data, [condition, result], step.span) };
  }
  return result;
}

function checkedCondition(step: Extract<TypedStep, { kind: 'assert' }>, run: Run): Derived {
  const condition = evaluateExpression(step.condition, run);
  if (isTrue(condition.value)) return condition;
  throw evaluationFailure('RULE_ASSERTION_FAILED', step.span, `${step.code}: ${step.message}`, {
    why: 'The condition of this assert is false.',
    ruleCode: step.code,
  });
}

function evaluateCast(expression: Extract<TypedExpression, { kind: 'cast' }>, run: Run): Derived {
  const { span, type } = expression;
  const operand = evaluateExpression(expression.operand, run);
  try {
    const value = sized(span, () => cast(operand.value, type));
    spend(run, sizeOf(value), span);
    return operation(run, 'cast', value, [operand], span, { type: typeText(type) });
  } catch (error) {
    if (!(error instanceof CastFailure)) throw error;
    throw evaluationFailure(error.code, span, error.message, {
      why: 'A fact does not have the type that the rule needs.',
    });
  }
}
