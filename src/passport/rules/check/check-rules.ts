import { RULE_LIMITS } from '../limits.js';
import { type RuleComplaint, RuleFailure, type RuleProblem } from '../problem.js';
import type { FieldDeclaration, ParsedRules } from '../syntax/ast.js';
import { createLocator } from '../syntax/position.js';
import { type Type, typeText } from '../types/type.js';
import { conversion } from '../types/units.js';
import { checkExpression } from './check-expression.js';
import { checkTests } from './check-tests.js';
import { coerced } from './coerce.js';
import { aValueOf, FollowUp, typeFailure } from './complain.js';
import { dependencyOrder } from './dependency-order.js';
import { Scope } from './scope.js';
import type { TypedExpression, TypedField, TypedRules } from './typed.js';

export type CheckResult =
  | { readonly ok: true; readonly rules: TypedRules }
  /** In the order of the source; at most 100. */
  | { readonly ok: false; readonly problems: readonly RuleProblem[] };

const MAX_PROBLEMS = 100;

/**
 * Checks names, types, units and dependencies of parsed rules, and the tests among them. Tests can also be in a source of
 * their own, which has no fields.
 */
export function checkRules(parsed: ParsedRules, tests?: ParsedRules): CheckResult {
  const problems: RuleProblem[] = [];
  const checked = checkFields(parsed, collector(parsed, problems));
  const own = checkTests(parsed, checked, collector(parsed, problems));
  const separate = tests && checkTestSource(tests, checked, problems);
  if (problems.length > 0) {
    const inOrder = problems.sort((a, b) => a.span.start - b.span.start);
    return { ok: false, problems: inOrder.slice(0, MAX_PROBLEMS) };
  }
  return {
    ok: true,
    rules: {
      parsed,
      fields: checked.fields,
      examples: [...own.examples, ...(separate?.examples ?? [])],
      properties: [...own.properties, ...(separate?.properties ?? [])],
    },
  };
}

function checkTestSource(
  tests: ParsedRules,
  fields: CheckedFields,
  problems: RuleProblem[],
): ReturnType<typeof checkTests> {
  const report = collector(tests, problems, { inTests: true });
  for (const { kind, span } of tests.declarations) {
    if (kind === 'field') report(typeFailure(span, 'A source of tests cannot declare fields').complaint);
  }
  return checkTests(tests, fields, report);
}

/** Adds the complaints about a source to the problems. */
function collector(
  { source }: ParsedRules,
  problems: RuleProblem[],
  origin: Pick<RuleProblem, 'inTests'> = {},
): (complaint: RuleComplaint) => void {
  let locate: ((complaint: RuleComplaint) => RuleProblem) | undefined;
  return (complaint) => {
    if (problems.length >= MAX_PROBLEMS) return;
    locate ??= createLocator(source);
    problems.push({ ...locate(complaint), ...origin });
  };
}

/** What tests need to know about fields. */
export interface CheckedFields {
  readonly types: ReadonlyMap<string, Type>;
  /** In dependency order; empty if there is a cycle or another error. */
  readonly fields: readonly TypedField[];
}

function checkFields(parsed: ParsedRules, report: (complaint: RuleComplaint) => void): CheckedFields {
  const declared = declaredFields(parsed, report);
  const types = new Map([...declared].map(([path, { type }]) => [path, type]));
  const checked = new Map<string, TypedField>();
  const dependencies = new Map<string, ReadonlySet<string>>();
  for (const [path, declaration] of declared) {
    const needed = new Set<string>();
    dependencies.set(path, needed);
    const field = checkField(declaration, types, needed, (complaint) => report({ ...complaint, field: path }));
    if (field !== undefined) checked.set(path, field);
  }
  const graph = dependencyOrder(dependencies);
  if (!graph.ok) report(cycleComplaint(graph.cycle, declared));
  const order = graph.ok && checked.size === declared.size ? graph.order : [];
  return { types, fields: order.map((path) => checked.get(path) as TypedField) };
}

function declaredFields(
  { declarations, source }: ParsedRules,
  report: (complaint: RuleComplaint) => void,
): ReadonlyMap<string, FieldDeclaration> {
  const locate = createLocator(source);
  const fields = new Map<string, FieldDeclaration>();
  for (const declaration of declarations) {
    if (declaration.kind !== 'field') continue;
    const { path, pathSpan } = declaration;
    if (fields.size === RULE_LIMITS.fields) {
      report(typeFailure(pathSpan, `There are more than ${RULE_LIMITS.fields} fields`).complaint);
      break;
    }
    const first = fields.get(path);
    if (first === undefined) {
      fields.set(path, declaration);
    } else {
      const { line } = locate(typeFailure(first.pathSpan, '').complaint);
      report(typeFailure(pathSpan, `There are two fields ${path}`, { why: `The first is in line ${line}.` }).complaint);
    }
  }
  for (const { path, pathSpan } of fields.values()) {
    const parent = prefixesOf(path).find((prefix) => fields.has(prefix));
    if (parent === undefined) continue;
    const { complaint } = typeFailure(pathSpan, `${path} lies inside the field ${parent}`, {
      why: 'The passport nests fields by their paths, so a field with a value cannot contain other fields.',
      hints: [`Rename one of them, for example ${parent}.value`],
    });
    report(complaint);
  }
  return fields;
}

/** `a` and `a.b` of `a.b.c`. */
function prefixesOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

function checkField(
  { path, type, body, span }: FieldDeclaration,
  fields: ReadonlyMap<string, Type>,
  dependencies: Set<string>,
  report: (complaint: RuleComplaint) => void,
): TypedField | undefined {
  const scope = new Scope();
  const complaints: RuleComplaint[] = [];
  const reportStep = (complaint: RuleComplaint): void => {
    complaints.push(complaint);
    report(complaint);
  };
  try {
    const given = checkExpression(body, { fields, scope, dependencies, report: reportStep });
    const value = coerced(given, type) ?? wrongResult(path, given, type);
    if (complaints.length > 0) return undefined;
    return { path, type, body: value, slots: scope.slots, dependencies: [...dependencies].sort(), span };
  } catch (error) {
    if (error instanceof RuleFailure) report(error.complaint);
    else if (!(error instanceof FollowUp)) throw error;
    return undefined;
  }
}

function wrongResult(path: string, given: TypedExpression, type: Type): never {
  const result = given.kind === 'block' ? given.result : given;
  const unitsDiffer = type.kind === 'Qty' && given.type.kind === 'Qty';
  const message = `The field ${path} is ${aValueOf(type)}, but its rule returns ${aValueOf(given.type)}`;
  throw new RuleFailure({
    code: unitsDiffer ? 'UNIT_MISMATCH' : 'RULE_TYPE_ERROR',
    span: result.span,
    message,
    label: `this is ${aValueOf(given.type)}`,
    hints: resultHints(given.type, type),
  });
}

function resultHints(actual: Type, type: Type): string[] {
  if (actual.kind === 'Opt' && type.kind !== 'Opt') {
    return [
      'The value may be missing. Demand it with requireSome(…, "CODE", "message"), or replace it with unwrapOr(…, …).',
      `If the field may be missing, declare it as Opt(${typeText(type)}).`,
    ];
  }
  if (type.kind === 'Dec' && (actual.kind === 'Dec' || actual.kind === 'Int')) {
    return [`Choose the number of decimals: toDec(${type.scale}, …)`];
  }
  if (type.kind === 'Qty' && (actual.kind === 'Dec' || actual.kind === 'Int')) {
    return [`Give it a unit: toQty("${type.unit}", …)`];
  }
  if (type.kind === 'Qty' && actual.kind === 'Qty' && conversion(actual.unit, type.unit) !== undefined) {
    return [`Convert it: convert("${type.unit}", "${actual.unit}", …)`];
  }
  return [];
}

function cycleComplaint(cycle: readonly string[], declared: ReadonlyMap<string, FieldDeclaration>): RuleComplaint {
  const [first = ''] = cycle;
  const isAlone = cycle.length === 1;
  return {
    code: 'RULE_CYCLE_DETECTED',
    message: isAlone
      ? `The field ${first} depends on itself`
      : `These fields depend on each other in a circle: ${[...cycle, first].join(' → ')}`,
    why: 'A field can be computed only after all fields that it refers to.',
    hints: ['Remove one of the references.'],
    span: declared.get(first)?.pathSpan ?? { start: 0, end: 0 },
    cycle,
    field: first,
  };
}
