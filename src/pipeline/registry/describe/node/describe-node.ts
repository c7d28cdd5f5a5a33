import { parserLanguage } from '../../../../bridge/index.js';
import type { PackedBundle } from '../../../bundle/pack-bundle.js';
import { type Facts, parserInvalid } from '../description.js';
import { type ClassNode, findParser, type Found, isClass, lineageOf, type Source, sourceOf } from './find-parser.js';
import { packagesOf } from './imports.js';
import { keyOf, literalOf, NotLiteral } from './literal.js';
import { readModule } from './source-module.js';

/** Describes a parser in TypeScript or JavaScript. */
export async function describeNode({ entries, entrypoint }: PackedBundle): Promise<Facts> {
  const code = entries.filter(({ name }) => parserLanguage(name) === 'node');
  const modules = await Promise.all(code.map(readModule));
  const imports = packagesOf(modules, new Set(entries.map(({ name }) => name)));
  const source = sourceOf(modules);
  const entry = source.modules.get(entrypoint);
  if (entry === undefined) throw parserInvalid({ message: 'it is not in the bundle', file: entrypoint });
  const { api, found } = findParser(source, entry);
  const notes: string[] = [];
  const declared = api === 'class' && isClass(found) ? declarationsOf(source, found, notes) : {};
  return { api, ...declared, imports, notes };
}

function declarationsOf(source: Source, found: Found<ClassNode>, notes: string[]): Record<string, unknown> {
  const lineage = lineageOf(source, found);
  const whole = lineage.at(-1)?.node.superClass === null;
  if (whole && memberNamed(lineage, 'parse', false) === undefined) {
    const { module, node } = found;
    throw parserInvalid({
      message: 'class Parser has no method parse()',
      file: module.name,
      line: module.lineOf(node),
    });
  }
  const declared: Record<string, unknown> = {};
  for (const name of ['name', 'version', 'topics', 'outputs', 'network']) {
    // An instance member, or a static member of the class.
    const member = memberNamed(lineage, name, false) ?? memberNamed(lineage, name, true);
    declared[name] = member === undefined ? null : valueOf(source, member, name, notes);
  }
  return declared;
}

function memberNamed(lineage: readonly Found<ClassNode>[], name: string, isStatic: boolean): Found | undefined {
  for (const { module, node } of lineage) {
    for (const member of node.body.body) {
      if (member.type !== 'PropertyDefinition' && member.type !== 'MethodDefinition') continue;
      if (member.computed || member.key.type === 'PrivateIdentifier' || member.static !== isStatic) continue;
      if (keyOf(member) === name) return { module, node: member.value ?? member };
    }
  }
  return undefined;
}

function valueOf(source: Source, { module, node }: Found, name: string, notes: string[]): unknown {
  try {
    return literalOf(node, source.names(module).bound);
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw error;
    const line = module.lineOf(node);
    if (name === 'outputs') {
      notes.push(`outputs are computed when the parser runs (${module.name}:${line})`);
      return null;
    }
    const message = `${name} of the Parser is not written as a plain value, so it cannot be read without running the file`;
    throw parserInvalid({ message, file: module.name, line });
  }
}
