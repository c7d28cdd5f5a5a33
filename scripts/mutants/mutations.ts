import ts from 'typescript';

/** One replacement of a text range of a source file. */
export interface Change {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The changes at one node of the syntax tree; those of its children are not included. */
export function changesAt(node: ts.Node): Change[] {
  return KINDS.flatMap((kind) => kind(node));
}

const KINDS: readonly ((node: ts.Node) => Change[])[] = [
  changedOperator,
  droppedOperand,
  negatedCondition,
  shiftedNumber,
  flippedBoolean,
  swappedQuantifier,
  droppedWhere,
  removedStatement,
  emptiedFunction,
];

const OTHER_OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
]);

function changedOperator(node: ts.Node): Change[] {
  if (!ts.isBinaryExpression(node) || isJoinedText(node)) return [];
  const operator = OTHER_OPERATORS.get(node.operatorToken.kind);
  return operator === undefined ? [] : [replace('operator', node.operatorToken, operator)];
}

/** `'a' + b` is text: `-` there gives NaN, which says nothing about the tests. */
function isJoinedText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isJoinedText(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return isJoinedText(node.left) || isJoinedText(node.right);
  }
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function droppedOperand(node: ts.Node): Change[] {
  if (!ts.isBinaryExpression(node) || !isLogical(node)) return [];
  return [replace('operand', node, node.left.getText()), replace('operand', node, node.right.getText())];
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
}

function negatedCondition(node: ts.Node): Change[] {
  const condition = ts.isIfStatement(node) || ts.isWhileStatement(node) ? node.expression : conditionOfChoice(node);
  // Changing the operator of an equality is the same change.
  if (condition === undefined || isEquality(condition)) return [];
  return [replace('condition', condition, `!(${condition.getText()})`)];
}

function conditionOfChoice(node: ts.Node): ts.Expression | undefined {
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

function isEquality(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText());
}

// Larger numbers are mostly time limits and buffer sizes, where one more or less changes nothing that a test could see.
const LARGEST_SHIFTED = 1000;

function shiftedNumber(node: ts.Node): Change[] {
  const isBig = ts.isBigIntLiteral(node);
  if ((!isBig && !ts.isNumericLiteral(node)) || isPropertyKey(node) || isForTheCompiler(node)) return [];
  const value = Number(node.text.replace(/n$/, ''));
  if (!(value <= LARGEST_SHIFTED)) return [];
  const up = `${value + 1}${isBig ? 'n' : ''}`;
  const isIndex = ts.isElementAccessExpression(node.parent) && node.parent.argumentExpression === node;
  if (isIndex || value === 0) return [replace('number', node, up)];
  return [replace('number', node, up), replace('number', node, `${value - 1}${isBig ? 'n' : ''}`)];
}

function isPropertyKey(node: ts.Node): boolean {
  return 'name' in node.parent && node.parent.name === node;
}

/** The 0 of `values[index] ?? 0` and `[value = 0] = values` satisfies the compiler; it is never used where the item exists. */
function isForTheCompiler({ parent }: ts.Node): boolean {
  if (ts.isBindingElement(parent)) return ts.isArrayBindingPattern(parent.parent);
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(parent.left)
  );
}

function flippedBoolean(node: ts.Node): Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace('boolean', node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace('boolean', node, 'true')];
  return [];
}

const OTHER_QUANTIFIERS = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);

function swappedQuantifier(node: ts.Node): Change[] {
  const called = calledMethod(node);
  const other = called === undefined ? undefined : OTHER_QUANTIFIERS.get(called.name.text);
  return called === undefined || other === undefined ? [] : [replace('quantifier', called.name, other)];
}

function droppedWhere(node: ts.Node): Change[] {
  const called = calledMethod(node);
  if (called?.name.text !== 'where') return [];
  return [{ kind: 'where', start: called.expression.end, end: node.end, replacement: '' }];
}

function calledMethod(node: ts.Node): ts.PropertyAccessExpression | undefined {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
}

function removedStatement(node: ts.Node): Change[] {
  const isRemovable = ts.isExpressionStatement(node) ? !isCallOf(node, ts.SyntaxKind.SuperKeyword) : isGuard(node);
  return isRemovable ? [replace('statement', node, ';')] : [];
}

function isCallOf(node: ts.ExpressionStatement, callee: ts.SyntaxKind): boolean {
  return ts.isCallExpression(node.expression) && node.expression.expression.kind === callee;
}

/** `if (…) return …;` and the like: code runs on without it. */
function isGuard(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return node.expression === undefined;
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return false;
  const { thenStatement } = node;
  const only =
    ts.isBlock(thenStatement) && thenStatement.statements.length === 1 ? thenStatement.statements[0] : thenStatement;
  return (
    only !== undefined && (ts.isReturnStatement(only) || ts.isThrowStatement(only) || ts.isContinueStatement(only))
  );
}

const NOTHING_RETURNED = /^(?:void|Promise<void>)$/;

function emptiedFunction(node: ts.Node): Change[] {
  if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined || !ts.isBlock(node.body)) return [];
  if (node.type === undefined || !NOTHING_RETURNED.test(node.type.getText())) return [];
  const first = node.body.statements[0];
  // Removing the only statement is the same change.
  if (first === undefined || (node.body.statements.length === 1 && ts.isExpressionStatement(first))) return [];
  return [{ kind: 'function', start: first.getStart(), end: first.getStart(), replacement: 'return; ' }];
}

function replace(kind: string, node: ts.Node, replacement: string): Change {
  return { kind, start: node.getStart(), end: node.end, replacement };
}
