import { RULE_LIMITS } from '../limits.js';
import type { Span } from '../problem.js';
import { type BinaryOperator, COMPARATORS, type Expression, type Name, type Step } from './ast.js';
import { type Cursor, tooDeep } from './cursor.js';
import { isNegativeNumber, parseLiteral } from './parse-literal.js';
import { parsePath } from './parse-path.js';
import { syntaxFailure } from './token.js';

/** Words that begin or divide an expression, so they name nothing. */
export const RESERVED: ReadonlySet<string> = new Set(['let', 'if', 'then', 'else', 'assert', 'true', 'false', 'none']);

/** How strongly an operator binds. Comparisons do not chain. */
const STRENGTH: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
};

export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => {
    if (cursor.isWord('let') || cursor.isWord('assert')) return block(cursor);
    return cursor.isWord('if') ? conditional(cursor) : operation(cursor, 1);
  });
}

function block(cursor: Cursor): Expression {
  const { start } = cursor.token;
  const steps: Step[] = [];
  while (cursor.isWord('let') || cursor.isWord('assert')) {
    steps.push(cursor.isWord('let') ? letStep(cursor) : assertStep(cursor));
  }
  const result = parseExpression(cursor);
  const parts = steps.map((step) => (step.kind === 'let' ? step.value : step.condition));
  return withDepth({ kind: 'block', steps, result, span: { start, end: cursor.end } }, [...parts, result]);
}

function letStep(cursor: Cursor): Step {
  const { start } = cursor.take();
  const name = freeName(cursor, 'a name after let');
  cursor.symbol('=', `let ${name.text}`);
  const value = parseExpression(cursor);
  cursor.symbol(';', `the value of ${name.text}`);
  return { kind: 'let', name, value, span: { start, end: cursor.end } };
}

function assertStep(cursor: Cursor): Step {
  const { start } = cursor.take();
  const form = ['assert(CONDITION, "CODE", "message"); EXPRESSION'];
  cursor.symbol('(', 'assert', form);
  const condition = parseExpression(cursor);
  cursor.symbol(',', 'the condition', form);
  const code = cursor.string('the code of the assertion, as text');
  cursor.symbol(',', 'the code', form);
  const message = cursor.string('the message of the assertion, as text');
  cursor.symbol(')', 'the message', form);
  cursor.symbol(';', 'assert(…)', ['An expression follows: its value is the value of the whole.']);
  return {
    kind: 'assert',
    condition,
    code: code.text,
    codeSpan: code.span,
    message: message.text,
    messageSpan: message.span,
    span: { start, end: cursor.end },
  };
}

function conditional(cursor: Cursor): Expression {
  const { start } = cursor.take();
  cursor.symbol('(', 'if', ['if (CONDITION) then A else B']);
  const condition = parseExpression(cursor);
  cursor.symbol(')', 'the condition');
  cursor.word('then', 'the condition');
  const then = parseExpression(cursor);
  cursor.word('else', 'the first branch');
  const otherwise = parseExpression(cursor);
  const span = { start, end: cursor.end };
  return withDepth({ kind: 'if', condition, then, otherwise, span }, [condition, then, otherwise]);
}

/** Operators that bind at least as strongly as `weakest`. */
function operation(cursor: Cursor, weakest: number): Expression {
  let left = unary(cursor);
  for (;;) {
    const operator = binaryOperator(cursor);
    if (operator === undefined || STRENGTH[operator] < weakest) return left;
    const { start, end } = cursor.take();
    const operatorSpan = { start, end };
    if (isComparison(left)) refuseChain(left.operator, operator, operatorSpan);
    const right = operation(cursor, STRENGTH[operator] + 1);
    const span = { start: left.span.start, end: cursor.end };
    left = withDepth({ kind: 'binary', operator, operatorSpan, left, right, span }, [left, right]);
  }
}

function binaryOperator(cursor: Cursor): BinaryOperator | undefined {
  const { kind, text } = cursor.token;
  if (kind !== 'symbol') return undefined;
  if (text === '=') {
    throw syntaxFailure(cursor.token, 'Expected an operator, found =', { hints: ['Write == to compare.'] });
  }
  return Object.hasOwn(STRENGTH, text) ? (text as BinaryOperator) : undefined;
}

function isComparison(expression: Expression): expression is Extract<Expression, { kind: 'binary' }> {
  return expression.kind === 'binary' && (COMPARATORS as readonly string[]).includes(expression.operator);
}

function refuseChain(first: BinaryOperator, second: BinaryOperator, span: Span): void {
  if (STRENGTH[second] !== STRENGTH['==']) return;
  throw syntaxFailure(span, 'Comparisons cannot be chained', {
    why: `a ${first} b is true or false; comparing that with a third value is rarely meant.`,
    hints: [`Write a ${first} b && b ${second} c`],
  });
}

function unary(cursor: Cursor): Expression {
  const { start } = cursor.token;
  const operator = cursor.isSymbol('!') ? '!' : cursor.isSymbol('-') ? '-' : undefined;
  if (operator === undefined) return primary(cursor);
  if (isNegativeNumber(cursor)) return primary(cursor);
  cursor.take();
  const operand = cursor.nested(() => unary(cursor));
  return withDepth({ kind: 'unary', operator, operand, span: { start, end: cursor.end } }, [operand]);
}

function primary(cursor: Cursor): Expression {
  const { token } = cursor;
  const literal = parseLiteral(cursor);
  if (literal !== undefined) return literal;
  if (token.kind === 'name') return named(cursor);
  if (cursor.isSymbol('(')) return group(cursor);
  if (cursor.isSymbol('[')) return list(cursor);
  if (cursor.isSymbol('\\')) return lambda(cursor);
  if (cursor.isSymbol('@')) {
    cursor.take();
    const { path } = parsePath(cursor, 'the path of a field after @');
    return { kind: 'field', path, span: { start: token.start, end: cursor.end }, depth: 1 };
  }
  const isSecondSlash = cursor.isSymbol('/') && cursor.source[token.start - 1] === '/';
  throw cursor.unexpected('an expression', isSecondSlash ? ['Comments begin with two dashes: -- a comment'] : []);
}

function named(cursor: Cursor): Expression {
  const { token } = cursor;
  if (RESERVED.has(token.text)) {
    const isBlock = token.text === 'let' || token.text === 'if' || token.text === 'assert';
    throw cursor.unexpected('an expression', isBlock ? [`Put parentheses around it: (${token.text} …)`] : []);
  }
  cursor.take();
  const span = { start: token.start, end: token.end };
  if (!cursor.takeIfSymbol('(')) return { kind: 'name', name: token.text, span, depth: 1 };
  const args = items(cursor, ')', `the arguments of ${token.text}`);
  const name = { text: token.text, span };
  return withDepth({ kind: 'call', name, args, span: { start: token.start, end: cursor.end } }, args);
}

/** Expressions between commas, up to the closing symbol. */
function items(cursor: Cursor, closing: string, what: string): Expression[] {
  const found: Expression[] = [];
  if (cursor.takeIfSymbol(closing)) return found;
  do {
    if (found.length > 0 && cursor.isSymbol(closing)) break;
    found.push(parseExpression(cursor));
    if (cursor.isSymbol('->')) {
      throw cursor.unexpected('a comma', ['A function begins with a backslash: \\x -> x + 1']);
    }
  } while (cursor.takeIfSymbol(','));
  cursor.symbol(closing, what);
  return found;
}

function group(cursor: Cursor): Expression {
  const { start } = cursor.take();
  const inner = parseExpression(cursor);
  cursor.symbol(')', 'the expression in parentheses');
  return withDepth({ kind: 'group', inner, span: { start, end: cursor.end } }, [inner]);
}

function list(cursor: Cursor): Expression {
  const { start } = cursor.take();
  const found = items(cursor, ']', 'the items of the list');
  return withDepth({ kind: 'list', items: found, span: { start, end: cursor.end } }, found);
}

function lambda(cursor: Cursor): Expression {
  const { start } = cursor.take();
  const parameters: Name[] = [freeName(cursor, 'the name of a parameter after \\')];
  while (cursor.token.kind === 'name') parameters.push(freeName(cursor, 'the name of a parameter'));
  cursor.symbol('->', 'the parameters', ['A function is written \\x -> x + 1']);
  const body = parseExpression(cursor);
  return withDepth({ kind: 'lambda', parameters, body, span: { start, end: cursor.end } }, [body]);
}

/** A name that the author chooses. */
export function freeName(cursor: Cursor, what: string): Name {
  if (cursor.token.kind === 'name' && RESERVED.has(cursor.token.text)) {
    throw cursor.unexpected(what, [`${cursor.token.text} is a word of the language. Choose another name.`]);
  }
  return cursor.name(what);
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Long chains of operators are deep trees too, without being nested. */
function withDepth(expression: Without<Expression, 'depth'>, parts: readonly Expression[]): Expression {
  let depth = 0;
  for (const part of parts) depth = Math.max(depth, part.depth);
  if (depth >= RULE_LIMITS.depth) throw tooDeep(expression.span);
  return { ...expression, depth: depth + 1 };
}
