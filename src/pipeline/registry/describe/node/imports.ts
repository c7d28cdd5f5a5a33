import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import type { AnyNode } from 'acorn';
import { type Import, parserInvalid } from '../description.js';
import { childrenOf, type SourceModule } from './source-module.js';

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];
/** TypeScript files are imported under their JavaScript names. */
const WRITTEN_AS: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' };

/**
 * The packages that modules import, with the first import of each. Throws if an imported file is missing from the
 * bundle.
 */
export function packagesOf(modules: readonly SourceModule[], names: ReadonlySet<string>): Import[] {
  const found = new Map<string, Import>();
  for (const module of modules) {
    for (const { specifier, node } of importsOf(module.program)) {
      if (isLocal(specifier)) {
        if (findLocal(module.name, specifier, names) !== undefined) continue;
        throw parserInvalid({
          message: `Local import '${specifier}' not found`,
          file: module.name,
          line: module.lineOf(node),
        });
      }
      const name = packageName(specifier);
      if (name !== undefined && !found.has(name))
        found.set(name, { name, file: module.name, line: module.lineOf(node) });
    }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The file that a relative specifier names, as Node and tsx resolve it; undefined if the bundle does not have it. */
export function findLocal(from: string, specifier: string, names: ReadonlySet<string>): string | undefined {
  const path = join(dirname(from), specifier);
  const written = /\.[mc]?js$/.exec(path)?.[0] ?? '';
  const asTypescript = path.slice(0, path.length - written.length) + (WRITTEN_AS[written] ?? '');
  const candidates = [path, asTypescript, ...EXTENSIONS.map((extension) => path + extension)];
  const indexes = EXTENSIONS.map((extension) => join(path, `index${extension}`));
  return [...candidates, ...indexes].find((name) => names.has(name));
}

export function isLocal(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier);
}

/** Undefined for built-in modules of Node, and for names that package.json maps to files. */
function packageName(specifier: string): string | undefined {
  if (isBuiltin(specifier) || /^([#/]|[a-z]+:)/.test(specifier)) return undefined;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function* importsOf(node: AnyNode): Generator<{ specifier: string; node: AnyNode }> {
  const source = sourceOf(node);
  if (source?.type === 'Literal' && typeof source.value === 'string') yield { specifier: source.value, node };
  const children = childrenOf(node);
  // Imports inside a `try` may fail.
  const needed =
    node.type === 'TryStatement' && node.handler ? children.filter((child) => child !== node.block) : children;
  for (const child of needed) yield* importsOf(child);
}

function sourceOf(node: AnyNode): AnyNode | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return node.source;
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'require' ? node.arguments[0] : undefined;
    default:
      return undefined;
  }
}
