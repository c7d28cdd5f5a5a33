import { RULE_LIMITS } from '../limits.js';
import { type RuleComplaint, RuleFailure } from '../problem.js';
import { didYouMean } from '../suggest.js';
import type {
  ExampleDeclaration,
  Expectation,
  FactFixture,
  FixtureJson,
  ParsedRules,
  PropertyAssertion,
  PropertyDeclaration,
} from '../syntax/ast.js';
import { required } from '../types/fit.js';
import type { FactJson } from '../values/value.js';
import { checkCondition, typeOfLiteral } from './check-expression.js';
import { checkOperator } from './check-operator.js';
import type { CheckedFields } from './check-rules.js';
import { FollowUp, typeFailure } from './complain.js';
import { checkFieldReference } from './context.js';
import { Scope } from './scope.js';
import type { TypedExample, TypedFixture, TypedFixtureJson, TypedProperty, TypedPropertyAssertion } from './typed.js';

export interface CheckedTests {
  readonly examples: readonly TypedExample[];
  readonly properties: readonly TypedProperty[];
}

/** Checks the examples and properties of a source against the fields of the rules. */
export function checkTests(
  { source, declarations }: ParsedRules,
  fields: CheckedFields,
  report: (complaint: RuleComplaint) => void,
): CheckedTests {
  const examples: TypedExample[] = [];
  const properties: TypedProperty[] = [];
  const names = new Set<string>();
  for (const declaration of declarations) {
    if (declaration.kind === 'field') continue;
    const { name } = declaration;
    if (names.has(name.text)) report(typeFailure(name.span, `There are two tests ${name.text}`).complaint);
    names.add(name.text);
    const context = { fields, report, source };
    if (declaration.kind === 'example') examples.push(checkExample(declaration, context));
    else properties.push(checkProperty(declaration, context));
  }
  return { examples, properties };
}

interface TestContext {
  readonly source: string;
  readonly fields: CheckedFields;
  readonly report: (complaint: RuleComplaint) => void;
}

/** Runs a check; an error in it is reported, so that others are checked too. */
function attempt<T>(report: (complaint: RuleComplaint) => void, check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof RuleFailure) report(error.complaint);
    else if (!(error instanceof FollowUp)) throw error;
    return undefined;
  }
}

function checkExample({ name, facts, expectations, span }: ExampleDeclaration, context: TestContext): TypedExample {
  const { report, source } = context;
  const fixtures = checkFixtures(facts, new Scope(), report);
  const checked = expectations.flatMap((one) => attempt(report, () => checkExpectation(one, context)) ?? []);
  return { name: name.text, source, facts: fixtures, expectations: checked, span };
}

function checkExpectation(
  expectation: Expectation,
  { fields, report }: TestContext,
): TypedExample['expectations'][number] {
  const { path, pathSpan, comparator, comparatorSpan, literal, span } = expectation;
  const scope = new Scope();
  const field = checkFieldReference(path, pathSpan, { fields: fields.types, scope, dependencies: new Set(), report });
  const expected = {
    kind: 'constant',
    value: literal.value,
    type: typeOfLiteral(literal.value),
    span: literal.span,
  } as const;
  // A missing value fails an expectation; the literal is compared with the value that is there.
  const type = literal.value.kind === 'None' ? field.type : required(field.type);
  const comparison = checkOperator(comparator, { ...field, type }, expected, { operatorSpan: comparatorSpan, span });
  const right = comparison.kind === 'binary' ? comparison.right : expected;
  return { path, comparator, value: right.kind === 'constant' ? right.value : literal.value, span };
}

function checkProperty(declaration: PropertyDeclaration, context: TestContext): TypedProperty {
  const { name, cases, casesSpan, seed, assertions, span } = declaration;
  if (cases < 1n || cases > BigInt(RULE_LIMITS.cases)) {
    const message = `The number of cases must be from 1 to ${RULE_LIMITS.cases}`;
    context.report(typeFailure(casesSpan, message).complaint);
  }
  const checked = assertions.flatMap((one) => attempt(context.report, () => checkAssertion(one, context)) ?? []);
  return { name: name.text, source: context.source, cases: Number(cases), seed, assertions: checked, span };
}

function checkAssertion(assertion: PropertyAssertion, { fields, report }: TestContext): TypedPropertyAssertion {
  const scope = new Scope();
  const variables = assertion.variables.map(({ name, type }) => {
    if (scope.find(name.text)) throw typeFailure(name.span, `There are two variables ${name.text}`);
    return { name: name.text, type, slot: scope.add(name, type) };
  });
  const facts = checkFixtures(assertion.facts, scope, report);
  const context = { fields: fields.types, scope, dependencies: new Set<string>(), report };
  const condition = checkCondition(assertion.condition, context, 'The condition');
  const consequence = checkCondition(assertion.consequence, context, 'The consequence');
  const { slots } = scope;
  return { variables, facts, condition, consequence, slots, span: assertion.span };
}

function checkFixtures(
  fixtures: readonly FactFixture[],
  scope: Scope,
  report: (complaint: RuleComplaint) => void,
): TypedFixture[] {
  const known = new Set<string>();
  return fixtures.flatMap((fixture) => {
    const { factType: type, factKey: key, factKeySpan } = fixture;
    return (
      attempt(report, () => {
        const identity = JSON.stringify([type, key]);
        if (known.has(identity)) throw typeFailure(factKeySpan, `There are two facts ${type} ${key}`);
        known.add(identity);
        return { type, key, payload: checkJson(fixture.payload, scope) };
      }) ?? []
    );
  });
}

/** Parts without variables become plain JSON, which is built once. */
function checkJson(json: FixtureJson, scope: Scope): TypedFixtureJson {
  switch (json.kind) {
    case 'scalar':
      return { kind: 'json', json: json.json };
    case 'variable': {
      const binding = scope.find(json.name);
      if (binding !== undefined) return { kind: 'variable', slot: binding.slot };
      throw typeFailure(json.span, `There is no variable ${json.name}`, {
        why: 'In the facts of a property, a name is a variable of its forall. Other texts are in quotes.',
        hints: didYouMean(json.name, [...scope.names, 'true', 'false', 'null']),
      });
    }
    case 'array': {
      const items = json.items.map((item) => checkJson(item, scope));
      const plain = items.map((item) => (item.kind === 'json' ? item.json : undefined));
      return plain.every(isDefined) ? { kind: 'json', json: plain } : { kind: 'array', items };
    }
    case 'object': {
      const members = json.members.map(({ name, value }) => [name, checkJson(value, scope)] as const);
      const plain = members.map(([name, value]) => [name, value.kind === 'json' ? value.json : undefined] as const);
      const isPlain = plain.every(([, value]) => isDefined(value));
      return isPlain ? { kind: 'json', json: Object.fromEntries(plain) as FactJson } : { kind: 'object', members };
    }
  }
}

function isDefined(json: FactJson | undefined): json is FactJson {
  return json !== undefined;
}
