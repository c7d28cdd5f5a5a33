import type { Span } from '../problem.js';
import {
  COMPARATORS,
  type Comparator,
  type ExampleDeclaration,
  type Expectation,
  type FactFixture,
  type PropertyAssertion,
  type PropertyDeclaration,
} from './ast.js';
import type { Cursor } from './cursor.js';
import { freeName, parseExpression } from './parse-expression.js';
import { parseFixture } from './parse-fixture.js';
import { parseLiteral } from './parse-literal.js';
import { parsePath } from './parse-path.js';
import { parseType } from './parse-type.js';

/** `example NAME: { fact …; } => expect(PATH, == LITERAL); ;` The last semicolon is optional. */
export function parseExample(cursor: Cursor): ExampleDeclaration {
  const { start } = cursor.take();
  const name = cursor.name('the name of the example');
  cursor.symbol(':', 'the name of the example');
  cursor.symbol('{', `${name.text}:`, ['The facts of the example are between { and }.']);
  const facts = fixtures(cursor);
  cursor.symbol('}', 'the facts of the example');
  cursor.symbol('=>', '}');
  const expectations: Expectation[] = [];
  while (cursor.isWord('expect')) expectations.push(expectation(cursor));
  if (!cursor.takeIfSymbol(';') && expectations.length === 0) {
    throw cursor.unexpected('expect(…) or ;', ['expect(battery.capacity_kwh, == 75.5);']);
  }
  return { kind: 'example', name, facts, expectations, span: { start, end: cursor.end } };
}

function fixtures(cursor: Cursor): FactFixture[] {
  const facts: FactFixture[] = [];
  while (cursor.isWord('fact')) facts.push(parseFixture(cursor));
  return facts;
}

function expectation(cursor: Cursor): Expectation {
  const form = ['expect(PATH, == LITERAL);'];
  const { start } = cursor.take();
  cursor.symbol('(', 'expect', form);
  const { path, span: pathSpan } = parsePath(cursor, 'the path of a field');
  cursor.symbol(',', 'the path', form);
  const { token } = cursor;
  if (token.kind !== 'symbol' || !(COMPARATORS as readonly string[]).includes(token.text)) {
    throw cursor.unexpected(`a comparison (${COMPARATORS.join(' ')})`, form);
  }
  cursor.take();
  cursor.takeIfSymbol(',');
  const literal = parseLiteral(cursor);
  if (literal === undefined) throw cursor.unexpected('a literal', ['A literal is written out: 1.5, "text", none …']);
  cursor.symbol(')', 'the literal');
  cursor.symbol(';', 'expect(…)');
  const comparatorSpan = { start: token.start, end: token.end };
  const comparator = token.text as Comparator;
  return { path, pathSpan, comparator, comparatorSpan, literal, span: { start, end: cursor.end } };
}

/** `property NAME: cases(N) seed(S) => forall x: TYPE . implies(E, E); ;` The last semicolon is optional. */
export function parseProperty(cursor: Cursor): PropertyDeclaration {
  const { start } = cursor.take();
  const name = cursor.name('the name of the property');
  cursor.symbol(':', 'the name of the property');
  const cases = count(cursor, 'cases', `${name.text}:`);
  const seed = count(cursor, 'seed', 'cases(…)');
  cursor.symbol('=>', 'seed(…)');
  const assertions: PropertyAssertion[] = [];
  while (cursor.isWord('forall')) assertions.push(assertion(cursor));
  if (assertions.length === 0) {
    throw cursor.unexpected('forall', ['forall x: Int . implies(x > 0, x * x > 0);']);
  }
  cursor.takeIfSymbol(';');
  return {
    kind: 'property',
    name,
    cases: cases.value,
    casesSpan: cases.span,
    seed: seed.value,
    seedSpan: seed.span,
    assertions,
    span: { start, end: cursor.end },
  };
}

function count(cursor: Cursor, word: string, after: string): { value: bigint; span: Span } {
  cursor.word(word, after);
  cursor.symbol('(', word);
  const { start } = cursor.token;
  const isNegative = cursor.takeIfSymbol('-');
  if (cursor.token.kind !== 'integer') throw cursor.unexpected('an integer');
  const value = BigInt(cursor.take().text);
  const span = { start, end: cursor.end };
  cursor.symbol(')', 'the number');
  return { value: isNegative ? -value : value, span };
}

function assertion(cursor: Cursor): PropertyAssertion {
  const { start } = cursor.take();
  const variables: PropertyAssertion['variables'][number][] = [];
  do {
    const name = freeName(cursor, 'the name of a variable');
    cursor.symbol(':', name.text, ['forall x: Int . implies(…, …);']);
    const typeStart = cursor.token.start;
    const type = parseType(cursor);
    variables.push({ name, type, typeSpan: { start: typeStart, end: cursor.end } });
  } while (cursor.takeIfSymbol(','));
  cursor.symbol('.', 'the type', ['forall x: Int . implies(…, …);']);
  const facts = fixtures(cursor);
  const implies = cursor.word('implies', facts.length > 0 ? 'the facts' : '.');
  cursor.symbol('(', 'implies');
  const condition = parseExpression(cursor);
  cursor.symbol(',', 'the condition', ['implies(CONDITION, CONSEQUENCE)']);
  const consequence = parseExpression(cursor);
  cursor.symbol(')', 'the consequence');
  cursor.symbol(';', 'implies(…)');
  const impliesSpan = { start: implies.start, end: implies.end };
  return { variables, facts, condition, consequence, impliesSpan, span: { start, end: cursor.end } };
}
