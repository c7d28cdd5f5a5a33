import type { AnyNode, ExportNamedDeclaration, ImportDeclaration, Program } from 'acorn';

/** A name from another file of the bundle: `name` of the module `specifier`; `*` for all names. */
export interface Imported {
  readonly specifier: string;
  readonly name: string;
}

export type Bound = AnyNode | Imported;

export interface Names {
  /** The values of the names at the top level of a module. */
  readonly bound: ReadonlyMap<string, Bound>;
  /** The exported names; the default under `default`; re-exported modules under `* <specifier>`. */
  readonly exported: ReadonlyMap<string, Bound>;
}

/** The names of a module, as ECMAScript or CommonJS exports. */
export function namesOf(program: Program): Names {
  const bound = new Map<string, Bound>();
  const exported = new Map<string, Bound>();
  for (const statement of program.body) {
    bind(statement, bound);
    if (statement.type === 'ExportDefaultDeclaration') {
      bind(statement.declaration, bound);
      exported.set('default', statement.declaration);
    } else if (statement.type === 'ExportAllDeclaration') {
      const specifier = String(statement.source.value);
      exported.set(`* ${specifier}`, { specifier, name: '*' });
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration) bind(statement.declaration, bound, exported);
      exportNames(statement, exported);
    } else if (statement.type === 'ExpressionStatement') {
      exportCommonJs(statement.expression, exported);
    }
  }
  return { bound, exported };
}

/** `export { A as Parser }`, also from another module. */
function exportNames({ specifiers, source }: ExportNamedDeclaration, exported: Map<string, Bound>): void {
  for (const { local, exported: as } of specifiers) {
    exported.set(nameOf(as), source ? { specifier: String(source.value), name: nameOf(local) } : local);
  }
}

function bind(node: AnyNode, ...names: Map<string, Bound>[]): void {
  const set = (name: string, value: Bound): void => names.forEach((each) => each.set(name, value));
  if (node.type === 'ClassDeclaration' || node.type === 'FunctionDeclaration') {
    if (node.id) set(node.id.name, node);
  } else if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) set(id.name, init);
  } else if (node.type === 'ImportDeclaration') {
    const specifier = String(node.source.value);
    for (const each of node.specifiers) set(each.local.name, { specifier, name: importedName(each) });
  }
}

function importedName(each: ImportDeclaration['specifiers'][number]): string {
  if (each.type === 'ImportSpecifier') return nameOf(each.imported);
  return each.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

/** `module.exports = …`, `module.exports.Parser = …`, `exports.Parser = …`. */
function exportCommonJs(expression: AnyNode, exported: Map<string, Bound>): void {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return;
  const path = memberPath(expression.left);
  if (path === 'module.exports') exported.set('default', expression.right);
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(path) ?? [];
  if (name !== undefined) exported.set(name, expression.right);
}

function memberPath(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return '?';
  return `${memberPath(node.object)}.${node.property.name}`;
}

function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '?';
}
