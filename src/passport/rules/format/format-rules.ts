import type { Declaration, ParsedRules } from '../syntax/ast.js';
import { typeText } from '../types/type.js';
import { Comments } from './comments.js';
import { BLANK_LINE, type Doc, group, indent, LINE } from './doc.js';
import { printDoc } from './print-doc.js';
import { printExpression, type PrintContext, valueAfter } from './print-expression.js';
import { printExample, printProperty } from './print-test.js';

const WIDTH = 100;

/** The canonical layout of rules and tests. Formatting it again changes nothing. */
export function formatRules(parsed: ParsedRules): string {
  const comments = new Comments(parsed);
  const context = { source: parsed.source, comments };
  const docs: Doc[] = [];
  for (const declaration of parsed.declarations) {
    const { start, end } = declaration.span;
    docs.push(BLANK_LINE, comments.before(start, { spaced: true }));
    if (comments.hasBlankBefore(start)) docs.push(BLANK_LINE);
    docs.push(printDeclaration(declaration, context), comments.after(end));
  }
  docs.push(comments.before(Infinity, { spaced: true }));
  return printDoc(docs, WIDTH);
}

function printDeclaration(declaration: Declaration, context: PrintContext): Doc {
  if (declaration.kind === 'example') return printExample(declaration, context);
  if (declaration.kind === 'property') return printProperty(declaration, context);
  const { path, type, body } = declaration;
  const head = `field ${path}: ${typeText(type)} =`;
  if (body.kind === 'block') return [head, valueAfter(body, context), ';'];
  return [group([head, indent([LINE, printExpression(body, context)])]), ';'];
}
