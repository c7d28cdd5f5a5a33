import ts from 'typescript';
import { changesAt } from './mutations.js';
import type { Change } from './mutations.js';

/** The program with one small change. */
export interface Mutant extends Change {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The code around the change, on one line. With the file's name it identifies the mutant when lines move. */
  readonly original: string;
  readonly mutated: string;
}

/** Every mutant of a source file, in the order of the text. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    mutants.push(...changesAt(node).map((change) => ({ ...change, file, ...described(source, node, change) })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

export function applyMutant(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

const MESSAGE_CALLEES = /^(?:assert|console\.|(?:.*\.)?log(?:ger)?\.(?:trace|debug|info|warn|error|fatal)$)/;

/** Types and imports do not run; messages and assertions are for people who find a bug. */
function isLeftAlone(node: ts.Node): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return true;
  if (ts.isThrowStatement(node)) return true;
  if (ts.isExpressionStatement(node)) return isLeftAlone(node.expression);
  return ts.isCallExpression(node) && MESSAGE_CALLEES.test(node.expression.getText());
}

const LONGEST_SHOWN = 100;

function described(
  source: ts.SourceFile,
  node: ts.Node,
  change: Change,
): Pick<Mutant, 'line' | 'original' | 'mutated'> {
  let shown = { start: change.start, end: change.end };
  for (let outer = node; !ts.isSourceFile(outer) && outer.getWidth() <= LONGEST_SHOWN; outer = outer.parent) {
    shown = { start: outer.getStart(), end: outer.end };
    if (ts.isStatement(outer)) break;
  }
  const before = source.text.slice(shown.start, change.start);
  const after = source.text.slice(change.end, shown.end);
  return {
    line: source.getLineAndCharacterOfPosition(change.start).line + 1,
    original: onOneLine(source.text.slice(shown.start, shown.end)),
    mutated: onOneLine(before + change.replacement + after),
  };
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
