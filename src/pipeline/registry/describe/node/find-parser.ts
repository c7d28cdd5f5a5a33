import type { AnyNode, ClassDeclaration, ClassExpression } from 'acorn';
import { parserInvalid } from '../description.js';
import { type Bound, type Names, namesOf } from './exports.js';
import { findLocal, isLocal } from './imports.js';
import { keyOf } from './literal.js';
import type { SourceModule } from './source-module.js';

export type ClassNode = ClassDeclaration | ClassExpression;

/** A node in a module of the bundle. */
export interface Found<Node = AnyNode> {
  readonly module: SourceModule;
  readonly node: Node;
}

export interface FoundParser {
  readonly api: 'class' | 'function' | 'handler';
  readonly found: Found;
}

const MAX_DEPTH = 20;

/** The modules of a bundle and their names. */
export interface Source {
  readonly modules: ReadonlyMap<string, SourceModule>;
  names(module: SourceModule): Names;
}

export function sourceOf(modules: readonly SourceModule[]): Source {
  const known = new Map<SourceModule, Names>();
  return {
    modules: new Map(modules.map((module) => [module.name, module])),
    names: (module) => {
      const names = known.get(module) ?? namesOf(module.program);
      known.set(module, names);
      return names;
    },
  };
}

/**
 * Finds the parser as `loadParser` of the shim does: by name among the exports, then inside the default export, then
 * the default export itself.
 */
export function findParser(source: Source, entry: SourceModule): FoundParser {
  const initial = resolveExport(source, entry, 'default');
  const inner = initial?.node.type === 'ObjectExpression' ? membersOf(initial) : new Map<string, Found>();
  for (const lookUp of [(name: string) => resolveExport(source, entry, name), (name: string) => inner.get(name)]) {
    const parser = named((name) => follow(source, lookUp(name)));
    if (parser !== undefined) return parser;
  }
  if (initial !== undefined && isClass(initial)) return { api: 'class', found: initial };
  if (initial !== undefined && isFunction(initial)) return { api: 'function', found: initial };
  throw parserInvalid({
    message:
      'it exports no Parser class, no parse(path) function and no Handler class that can be found without running it',
    file: entry.name,
  });
}

function named(lookUp: (name: string) => Found | undefined): FoundParser | undefined {
  const [parser, parse, handler] = ['Parser', 'parse', 'Handler'].map(lookUp);
  if (parser !== undefined && isClass(parser)) return { api: 'class', found: parser };
  if (parse !== undefined && isFunction(parse)) return { api: 'function', found: parse };
  if (handler !== undefined && isClass(handler)) return { api: 'handler', found: handler };
  return undefined;
}

export function isClass(found: Found): found is Found<ClassNode> {
  return found.node.type === 'ClassDeclaration' || found.node.type === 'ClassExpression';
}

function isFunction({ node }: Found): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

/** The class and its base classes, as far as they are in the bundle. */
export function lineageOf(source: Source, found: Found<ClassNode>, depth = 0): Found<ClassNode>[] {
  const { superClass } = found.node;
  const parent = superClass ? follow(source, { module: found.module, node: superClass }) : undefined;
  if (parent === undefined || !isClass(parent) || depth > MAX_DEPTH) return [found];
  return [found, ...lineageOf(source, parent, depth + 1)];
}

function membersOf({ module, node }: Found): Map<string, Found> {
  const members = new Map<string, Found>();
  if (node.type !== 'ObjectExpression') return members;
  for (const property of node.properties) {
    if (property.type === 'Property' && !property.computed)
      members.set(keyOf(property), { module, node: property.value });
  }
  return members;
}

function resolveExport(source: Source, module: SourceModule, name: string, depth = 0): Found | undefined {
  const { exported } = source.names(module);
  const direct = resolve(source, module, exported.get(name), depth);
  if (direct !== undefined || depth > MAX_DEPTH || name === 'default') return direct;
  for (const [key, value] of exported) {
    if (!key.startsWith('* ') || 'type' in value) continue;
    const found = resolve(source, module, { specifier: value.specifier, name }, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function resolve(source: Source, module: SourceModule, bound: Bound | undefined, depth: number): Found | undefined {
  if (bound === undefined || depth > MAX_DEPTH) return undefined;
  if ('type' in bound) return follow(source, { module, node: bound }, depth);
  if (!isLocal(bound.specifier)) return undefined;
  const file = findLocal(module.name, bound.specifier, new Set(source.modules.keys()));
  const other = file === undefined ? undefined : source.modules.get(file);
  return other && resolveExport(source, other, bound.name, depth + 1);
}

/** Resolves a name to what it refers to. */
function follow(source: Source, found: Found | undefined, depth = 0): Found | undefined {
  if (found?.node.type !== 'Identifier') return found;
  return resolve(source, found.module, source.names(found.module).bound.get(found.node.name), depth + 1);
}
