import type { BinaryExpression, Expression, Step } from '../syntax/ast.js';
import type { Comments } from './comments.js';
import { BLANK_LINE, type Doc, group, HARD_LINE, indent, join, LINE, SOFT_LINE } from './doc.js';
import { printLiteral } from './print-literal.js';

export interface PrintContext {
  readonly source: string;
  readonly comments: Comments;
}

/** The comments before an expression, and the expression. */
export function printExpression(expression: Expression, context: PrintContext): Doc {
  if (expression.kind === 'block') return printBlock(expression, context);
  return [context.comments.before(expression.span.start), bare(expression, context)];
}

function bare(expression: Exclude<Expression, { kind: 'block' }>, context: PrintContext): Doc {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression, context.source);
    case 'name':
      return expression.name;
    case 'field':
      return `field("${expression.path}")`;
    case 'call':
      return [expression.name.text, items('(', expression.args, ')', expression.span.end, context)];
    case 'binary':
      return printOperation(expression, context);
    case 'unary':
      return [expression.operator, printExpression(expression.operand, context)];
    case 'group':
      return items('(', [expression.inner], ')', expression.span.end, context);
    case 'list':
      return items('[', expression.items, ']', expression.span.end, context);
    case 'lambda': {
      const head = `\\${expression.parameters.map(({ text }) => text).join(' ')} ->`;
      return group([head, indent([LINE, printExpression(expression.body, context)])]);
    }
    case 'if':
      return printIf(expression, context);
  }
}

/** Between brackets: on one line, or each item on its own. */
function items(
  opening: string,
  expressions: readonly Expression[],
  closing: string,
  end: number,
  context: PrintContext,
): Doc {
  const docs = expressions.map((one) => printExpression(one, context));
  const rest = context.comments.before(end - 1);
  const isEmpty = docs.length === 0 && (rest as readonly Doc[]).length === 0;
  if (isEmpty) return `${opening}${closing}`;
  return group([opening, indent([SOFT_LINE, join(docs, [',', LINE]), rest]), SOFT_LINE, closing]);
}

/** `a + b - c` is one chain: it breaks before each operator or before none. */
function printOperation(expression: BinaryExpression, context: PrintContext): Doc {
  const chain: BinaryExpression[] = [expression];
  for (let left = expression.left; left.kind === 'binary' && isSameLevel(left, expression); left = left.left) {
    chain.unshift(left);
  }
  const first = printExpression((chain[0] as BinaryExpression).left, context);
  const rest = chain.map(({ operator, operatorSpan, right }) => [
    LINE,
    context.comments.before(operatorSpan.start),
    `${operator} `,
    printExpression(right, context),
  ]);
  return group([first, indent(rest)]);
}

const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['+', '-'], ['*', '/']];

function isSameLevel(a: BinaryExpression, b: BinaryExpression): boolean {
  return LEVELS.some((level) => level.includes(a.operator) && level.includes(b.operator));
}

/** `else if` continues the chain without another indentation. */
function printIf(expression: Extract<Expression, { kind: 'if' }>, context: PrintContext): Doc {
  const docs: Doc[] = [];
  let current: Expression = expression;
  let word = 'if (';
  while (current.kind === 'if') {
    docs.push(word, printExpression(current.condition, context), ') then');
    docs.push(indent([LINE, printExpression(current.then, context)]), LINE);
    current = current.otherwise;
    if (current.kind === 'if') docs.push(context.comments.before(current.span.start));
    word = 'else if (';
  }
  docs.push('else', indent([LINE, printExpression(current, context)]));
  return group(docs);
}

function printBlock(expression: Extract<Expression, { kind: 'block' }>, context: PrintContext): Doc {
  const { comments } = context;
  const docs: Doc[] = [];
  for (const [index, step] of expression.steps.entries()) {
    docs.push(separated(step.span.start, index > 0, context), printStep(step, context), comments.after(step.span.end));
  }
  docs.push(separated(expression.result.span.start, true, context), printExpression(expression.result, context));
  return docs;
}

/** A line break, the comments before the next part, and the empty lines that the source has there. */
export function separated(start: number, isNext: boolean, { comments }: PrintContext): Doc {
  const isSpaced = isNext && comments.hasBlankBefore(comments.startOf(start));
  const before = comments.before(start, { spaced: true });
  const hasComments = (before as readonly Doc[]).length > 0;
  const gap = hasComments && comments.hasBlankBefore(start) ? BLANK_LINE : HARD_LINE;
  return [isSpaced ? BLANK_LINE : isNext ? HARD_LINE : '', before, hasComments ? gap : ''];
}

function printStep(step: Step, context: PrintContext): Doc {
  if (step.kind === 'let') return [`let ${step.name.text} =`, valueAfter(step.value, context), ';'];
  const texts = [step.codeSpan, step.messageSpan].map(({ start, end }) => [
    context.comments.before(start),
    context.source.slice(start, end),
  ]);
  const condition = printExpression(step.condition, context);
  return [group(['assert(', indent([SOFT_LINE, join([condition, ...texts], [',', LINE])]), SOFT_LINE, ')']), ';'];
}

const BRACKETED: ReadonlySet<Expression['kind']> = new Set(['call', 'field', 'list', 'group']);

/** What opens a bracket stays on the line of the `=`; anything else moves to the next line if it is too long. */
export function valueAfter(value: Expression, context: PrintContext): Doc {
  const { start } = value.span;
  const hasComment = context.comments.startOf(start) !== start;
  const doc = printExpression(value, context);
  if (value.kind === 'block') return indent([HARD_LINE, doc]);
  return BRACKETED.has(value.kind) && !hasComment ? [' ', doc] : group(indent([LINE, doc]));
}
