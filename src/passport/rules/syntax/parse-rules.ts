import { RuleFailure, type RuleProblem } from '../problem.js';
import { didYouMean } from '../suggest.js';
import type { Declaration, FieldDeclaration, ParsedRules } from './ast.js';
import { Cursor } from './cursor.js';
import { lex } from './lex.js';
import { parseExpression } from './parse-expression.js';
import { parsePath } from './parse-path.js';
import { parseExample, parseProperty } from './parse-test.js';
import { parseType } from './parse-type.js';
import { createLocator } from './position.js';

export type ParseResult =
  | { readonly ok: true; readonly rules: ParsedRules }
  | { readonly ok: false; readonly problem: RuleProblem };

/** Reads a source of rules and tests (BPC-RULES-1). Stops at the first error. */
export function parseRules(source: string): ParseResult {
  try {
    const { tokens, comments } = lex(source);
    const cursor = new Cursor(source, tokens);
    const declarations: Declaration[] = [];
    while (cursor.token.kind !== 'end') declarations.push(declaration(cursor));
    return { ok: true, rules: { source, declarations, comments } };
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error;
    return { ok: false, problem: createLocator(source)(error.complaint) };
  }
}

const DECLARATIONS = ['field', 'example', 'property'];

function declaration(cursor: Cursor): Declaration {
  if (cursor.isWord('field')) return field(cursor);
  if (cursor.isWord('example')) return parseExample(cursor);
  if (cursor.isWord('property')) return parseProperty(cursor);
  const guesses = cursor.token.kind === 'name' ? didYouMean(cursor.token.text, DECLARATIONS) : [];
  const hints = guesses.length > 0 ? guesses : ['field battery.chemistry: Text = "NMC";'];
  throw cursor.unexpected('field, example or property', hints);
}

function field(cursor: Cursor): FieldDeclaration {
  const { start } = cursor.take();
  const { path, span: pathSpan } = parsePath(cursor, 'the path of a field');
  cursor.symbol(':', path, [`field ${path}: Dec(2) = …;`]);
  const typeStart = cursor.token.start;
  const type = parseType(cursor);
  const typeSpan = { start: typeStart, end: cursor.end };
  cursor.symbol('=', 'the type');
  const body = parseExpression(cursor);
  cursor.symbol(';', `the rule of ${path}`);
  return { kind: 'field', path, pathSpan, type, typeSpan, body, span: { start, end: cursor.end } };
}
