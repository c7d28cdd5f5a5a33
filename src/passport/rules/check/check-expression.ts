import { RuleFailure, type Span } from '../problem.js';
import { didYouMean } from '../suggest.js';
import type { Expression, LambdaExpression, Step } from '../syntax/ast.js';
import { isNumber, joined, joinedAll, required, scaleOf } from '../types/fit.js';
import { BOOL, DATE, dec, INT, list, NEVER, opt, qty, TEXT, type Type, typeText } from '../types/type.js';
import type { Value } from '../values/value.js';
import { BUILTIN_NAMES, checkCall } from './check-builtin.js';
import { checkOperator } from './check-operator.js';
import { coerced } from './coerce.js';
import { aValueOf, FollowUp, typeFailure } from './complain.js';
import { checkFieldReference, type CheckContext } from './context.js';
import type { TypedExpression, TypedLambda, TypedStep } from './typed.js';

/** Finds the type of an expression. Throws a RuleFailure, or a FollowUp of one that is reported. */
export function checkExpression(expression: Expression, context: CheckContext): TypedExpression {
  const { span } = expression;
  switch (expression.kind) {
    case 'literal':
      return { kind: 'constant', value: expression.value, type: typeOfLiteral(expression.value), span };
    case 'name':
      return checkName(expression.name, span, context);
    case 'field':
      return checkFieldReference(expression.path, span, context);
    case 'call':
      return checkCall(expression, context, { check: checkExpression, checkLambda });
    case 'binary': {
      const left = checkExpression(expression.left, context);
      const right = checkExpression(expression.right, context);
      return { ...checkOperator(expression.operator, left, right, expression), span };
    }
    case 'unary':
      return checkUnary(expression.operator, checkExpression(expression.operand, context), span);
    case 'group':
      return checkExpression(expression.inner, context);
    case 'list':
      return checkList(expression.items, span, context);
    case 'lambda':
      throw typeFailure(span, 'A function is not a value', {
        why: 'Functions are arguments of map, filter and fold, and nothing else.',
      });
    case 'if':
      return checkIf(expression, context);
    case 'block':
      return checkBlock(expression, context);
  }
}

/** An expression that must be a condition. */
export function checkCondition(expression: Expression, context: CheckContext, what: string): TypedExpression {
  const typed = checkExpression(expression, context);
  const condition = coerced(typed, BOOL);
  if (condition !== undefined) return condition;
  throw typeFailure(typed.span, `${what} must be a Bool, but this is ${aValueOf(typed.type)}`);
}

export function typeOfLiteral(value: Value): Type {
  switch (value.kind) {
    case 'Bool':
      return BOOL;
    case 'Int':
      return INT;
    case 'Dec':
      return dec(value.scale);
    case 'Text':
      return TEXT;
    case 'Date':
      return DATE;
    case 'Qty':
      return qty(value.unit);
    default:
      return opt(NEVER);
  }
}

function checkName(name: string, span: Span, { scope, fields }: CheckContext): TypedExpression {
  const binding = scope.find(name);
  if (binding?.type === null) throw new FollowUp();
  if (binding !== undefined) return { kind: 'local', slot: binding.slot, type: binding.type, span };
  const hints = fields.has(name)
    ? [`${name} is a field. Write field("${name}").`]
    : BUILTIN_NAMES.has(name)
      ? [`${name} is a function. Call it: ${name}(…)`]
      : didYouMean(name, scope.names);
  throw typeFailure(span, `There is no name ${name} here`, { hints });
}

function checkUnary(operator: '!' | '-', operand: TypedExpression, span: Span): TypedExpression {
  if (operator === '!') {
    const condition = coerced(operand, BOOL);
    if (condition !== undefined) return { kind: 'unary', operator, operand: condition, type: BOOL, span };
    throw typeFailure(operand.span, `! needs a Bool, but this is ${aValueOf(operand.type)}`);
  }
  const { type } = operand;
  if (type.kind === 'Int' || type.kind === 'Dec' || type.kind === 'Qty') {
    return { kind: 'unary', operator, operand, type, span };
  }
  throw typeFailure(operand.span, `- needs a number or a quantity, but this is ${aValueOf(type)}`);
}

function checkList(expressions: readonly Expression[], span: Span, context: CheckContext): TypedExpression {
  const items = expressions.map((item) => checkExpression(item, context));
  const of = itemType(items);
  const fitting = items.map((item) => coerced(item, of));
  const wrong = fitting.findIndex((item) => item === undefined);
  if (wrong !== -1) {
    const item = items[wrong] as TypedExpression;
    throw typeFailure(item.span, `This is ${aValueOf(item.type)} in a list of ${typeText(of)}`, {
      why: 'All items of a list have the same type.',
    });
  }
  return { kind: 'list', items: fitting as TypedExpression[], type: list(of), span };
}

/** Items that are not literals decide the scale of those that are. */
function itemType(items: readonly TypedExpression[]): Type {
  const computed = items.filter(({ kind }) => kind !== 'constant');
  const types = (computed.length > 0 ? computed : items).map(({ type }) => type);
  const largest = types.every(isNumber) ? types.reduce((most, type) => Math.max(most, scaleOf(type)), 0) : 0;
  if (computed.length === 0 && largest > 0) return dec(largest);
  return joinedAll(types) ?? types[0] ?? NEVER;
}

function checkIf(expression: Extract<Expression, { kind: 'if' }>, context: CheckContext): TypedExpression {
  const condition = checkCondition(expression.condition, context, 'The condition');
  const then = checkExpression(expression.then, context);
  const otherwise = checkExpression(expression.otherwise, context);
  const { span } = expression;
  const choices = [joined(then.type, otherwise.type), then.type, otherwise.type, opt(required(then.type))];
  for (const type of choices) {
    const first = type && coerced(then, type);
    const second = type && coerced(otherwise, type);
    if (type && first && second) return { kind: 'if', condition, then: first, otherwise: second, type, span };
  }
  throw typeFailure(
    expression.otherwise.span,
    `The branches have different types: ${typeText(then.type)} and ${typeText(otherwise.type)}`,
    {
      label: `this is ${aValueOf(otherwise.type)}`,
      why: 'Whichever branch is taken, the value must have one type.',
    },
  );
}

function checkBlock(expression: Extract<Expression, { kind: 'block' }>, context: CheckContext): TypedExpression {
  const steps: TypedStep[] = [];
  for (const step of expression.steps) {
    const typed = checkStep(step, context);
    if (typed !== undefined) steps.push(typed);
  }
  try {
    const result = checkExpression(expression.result, context);
    return { kind: 'block', steps, result, type: result.type, span: expression.span };
  } finally {
    context.scope.remove(expression.steps.flatMap((step) => (step.kind === 'let' ? [step.name] : [])));
  }
}

/** An error in one step is reported, and the others are checked. */
function checkStep(step: Step, context: CheckContext): TypedStep | undefined {
  try {
    if (step.kind === 'assert') {
      const condition = checkCondition(step.condition, context, 'The condition of assert');
      return { kind: 'assert', condition, code: step.code, message: step.message, span: step.span };
    }
    const value = checkExpression(step.value, context);
    return { kind: 'let', slot: context.scope.add(step.name, value.type), value };
  } catch (error) {
    if (error instanceof RuleFailure) context.report(error.complaint);
    else if (!(error instanceof FollowUp)) throw error;
    if (step.kind === 'let') context.scope.add(step.name, null);
    return undefined;
  }
}

function checkLambda(lambda: LambdaExpression, types: readonly Type[], context: CheckContext): TypedLambda {
  const slots = lambda.parameters.map((name, index) => context.scope.add(name, types[index] as Type));
  try {
    return { slots, body: checkExpression(lambda.body, context) };
  } finally {
    context.scope.remove(lambda.parameters);
  }
}
