import type { TypedExpression, TypedField, TypedRules } from './check/typed.js';
import { createLocator } from './syntax/position.js';
import type { Type } from './types/type.js';

/** What there is to know about a field without any facts. */
export interface FieldExplanation {
  readonly path: string;
  readonly type: Type;
  readonly line: number;
  readonly dependsOn: readonly string[];
  readonly usedBy: readonly string[];
  readonly facts: readonly FactReading[];
  readonly errorCodes: readonly { readonly code: string; readonly message: string }[];
  readonly clauses: readonly string[];
  /** The rule as it is written. */
  readonly rule: string;
}

/** A fact that a rule reads. What is computed is shown as the expression. */
export interface FactReading {
  readonly type: string;
  readonly key: string;
  readonly isPrefix: boolean;
}

/** Explains every field, in dependency order. */
export function explainFields(rules: TypedRules): FieldExplanation[] {
  const locate = createLocator(rules.parsed.source);
  const usedBy = new Map<string, string[]>();
  for (const { path, dependencies } of rules.fields) {
    for (const needed of dependencies) {
      const users = usedBy.get(needed);
      if (users) users.push(path);
      else usedBy.set(needed, [path]);
    }
  }
  return rules.fields.map((field) => ({
    path: field.path,
    type: field.type,
    line: locate({ code: 'RULE_TYPE_ERROR', message: '', span: field.span }).line,
    dependsOn: field.dependencies,
    usedBy: usedBy.get(field.path) ?? [],
    ...readings(field, rules.parsed.source),
    rule: rules.parsed.source.slice(field.span.start, field.span.end),
  }));
}

function readings({ body }: TypedField, source: string): Pick<FieldExplanation, 'facts' | 'errorCodes' | 'clauses'> {
  const facts = new Map<string, FactReading>();
  const errorCodes = new Map<string, FieldExplanation['errorCodes'][number]>();
  const clauses = new Set<string>();
  const textOf = (argument: TypedExpression | undefined): string => argumentText(argument, source);
  visit(body, (expression) => {
    if (expression.kind === 'block') {
      for (const step of expression.steps) {
        if (step.kind === 'assert') errorCodes.set(step.code, { code: step.code, message: step.message });
      }
    }
    if (expression.kind !== 'call') return;
    const { name, args } = expression;
    const [first, second, third] = args.map(textOf) as [string, string, string];
    if (name === 'getFact' || name === 'getFactsByPrefix') {
      const reading = { type: first, key: second, isPrefix: name === 'getFactsByPrefix' };
      facts.set(JSON.stringify(reading), reading);
    }
    if (name === 'requireSome') errorCodes.set(second, { code: second, message: third });
    if (name === 'emitCompliance') clauses.add(first);
  });
  return { facts: [...facts.values()], errorCodes: [...errorCodes.values()], clauses: [...clauses] };
}

function argumentText(argument: TypedExpression | undefined, source: string): string {
  if (argument === undefined) return '';
  if (argument.kind === 'constant' && argument.value.kind === 'Text') return argument.value.value;
  return source.slice(argument.span.start, argument.span.end);
}

/** Visits the parts of an expression, then the expression: in the order of evaluation. */
function visit(expression: TypedExpression, visitor: (expression: TypedExpression) => void): void {
  for (const part of partsOf(expression)) visit(part, visitor);
  visitor(expression);
}

function partsOf(expression: TypedExpression): readonly TypedExpression[] {
  switch (expression.kind) {
    case 'constant':
    case 'local':
    case 'field':
      return [];
    case 'call':
      return expression.args;
    case 'binary':
      return [expression.left, expression.right];
    case 'list':
      return expression.items;
    case 'if':
      return [expression.condition, expression.then, expression.otherwise];
    case 'block':
      return [
        ...expression.steps.map((step) => (step.kind === 'let' ? step.value : step.condition)),
        expression.result,
      ];
    case 'map':
    case 'filter':
      return [expression.list, expression.lambda.body];
    case 'fold':
      return [expression.list, expression.initial, expression.lambda.body];
    default:
      return [expression.operand];
  }
}
