import type {
  ExampleDeclaration,
  FactFixture,
  FixtureJson,
  PropertyAssertion,
  PropertyDeclaration,
} from '../syntax/ast.js';
import { typeText } from '../types/type.js';
import { type Doc, group, HARD_LINE, indent, join, LINE, SOFT_LINE } from './doc.js';
import { printExpression, type PrintContext, separated } from './print-expression.js';
import { printLiteral } from './print-literal.js';

export function printExample(example: ExampleDeclaration, context: PrintContext): Doc {
  const { name, facts, expectations, span } = example;
  const { comments, source } = context;
  const lines = expectations.map((one, index) => {
    const text = `expect(${one.path}, ${one.comparator} ${printLiteral(one.literal, source)});`;
    return [separated(one.span.start, index > 0, context), text, comments.after(one.span.end)];
  });
  const given = printFacts(facts, context);
  const end = comments.before(span.end);
  const body = [HARD_LINE, given];
  const head =
    facts.length === 0 ? `example ${name.text}: {} =>` : [`example ${name.text}: {`, indent(body), HARD_LINE, '} =>'];
  return [head, indent([HARD_LINE, lines, end]), HARD_LINE, ';'];
}

export function printProperty(property: PropertyDeclaration, context: PrintContext): Doc {
  const { name, cases, seed, assertions, span } = property;
  const { comments } = context;
  const lines = assertions.map((one, index) => [
    separated(one.span.start, index > 0, context),
    printAssertion(one, context),
    comments.after(one.span.end),
  ]);
  const end = comments.before(span.end);
  const head = `property ${name.text}: cases(${cases}) seed(${seed}) =>`;
  return [head, indent([HARD_LINE, lines, end]), HARD_LINE, ';'];
}

function printAssertion({ variables, facts, condition, consequence }: PropertyAssertion, context: PrintContext): Doc {
  const names = variables.map(({ name, type }) => `${name.text}: ${typeText(type)}`);
  const given = facts.length === 0 ? '' : [printFacts(facts, context), HARD_LINE];
  const parts = [condition, consequence].map((one) => printExpression(one, context));
  const implies = group(['implies(', indent([SOFT_LINE, join(parts, [',', LINE])]), SOFT_LINE, ')']);
  return [group(['forall ', indent(join(names, [',', LINE])), ' .']), indent([HARD_LINE, given, implies, ';'])];
}

function printFacts(facts: readonly FactFixture[], context: PrintContext): Doc {
  return facts.map((fact, index) => {
    const { name, factTypeSpan, factKeySpan, payload, span } = fact;
    const [type, key] = [factTypeSpan, factKeySpan].map(({ start, end }) => context.source.slice(start, end));
    const separator = separated(span.start, index > 0, context);
    const value = printJson(payload, context);
    return [separator, `fact ${name.text}(${type}, ${key}) = `, value, ';', context.comments.after(span.end)];
  });
}

function printJson(json: FixtureJson, context: PrintContext): Doc {
  const { comments, source } = context;
  switch (json.kind) {
    case 'scalar': {
      const text = typeof json.json === 'string' ? source.slice(json.span.start, json.span.end) : String(json.json);
      return [comments.before(json.span.start), text];
    }
    case 'variable':
      return [comments.before(json.span.start), json.name];
    case 'array':
      return bracketed(
        '[',
        json.items.map((item) => printJson(item, context)),
        ']',
        json.span.end,
        context,
      );
    case 'object': {
      const members = json.members.map(({ nameSpan: { start, end }, value }) => [
        comments.before(start),
        source.slice(start, end),
        ': ',
        printJson(value, context),
      ]);
      return bracketed('{', members, '}', json.span.end, context);
    }
  }
}

function bracketed(
  opening: string,
  items: readonly Doc[],
  closing: string,
  end: number,
  { comments }: PrintContext,
): Doc {
  const rest = comments.before(end - 1);
  if (items.length === 0 && (rest as readonly Doc[]).length === 0) return `${opening}${closing}`;
  return group([opening, indent([SOFT_LINE, join(items, [',', LINE]), rest]), SOFT_LINE, closing]);
}
