import { SourceMap } from 'node:module';
import { extname } from 'node:path/posix';
import { type AnyNode, parse, type Program } from 'acorn';
import type { BundleEntry } from '../../../bundle/bundle-entry.js';
import { parserInvalid } from '../description.js';

/** One file of a bundle as JavaScript, without types. */
export interface SourceModule {
  readonly name: string;
  readonly program: Program;
  /** The line in the user's file. */
  lineOf(node: { start: number; loc?: { start: { line: number; column: number } } | null }): number;
}

const TYPED = new Set(['.ts', '.mts', '.cts']);

export async function readModule({ name, content }: BundleEntry): Promise<SourceModule> {
  const source = content.toString('utf8');
  if (!TYPED.has(extname(name).toLowerCase())) {
    return { name, program: parsed(name, source), lineOf: (node) => node.loc?.start.line ?? 1 };
  }
  const { code, map } = await withoutTypes(name, source);
  const origin = new SourceMap(JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0]);
  return {
    name,
    program: parsed(name, code),
    lineOf: ({ loc }) => {
      const entry = loc && origin.findEntry(loc.start.line - 1, loc.start.column);
      return entry && 'originalLine' in entry ? entry.originalLine + 1 : 1;
    },
  };
}

async function withoutTypes(name: string, source: string): Promise<{ code: string; map: string }> {
  const { transform } = await import('esbuild');
  try {
    // The oldest supported Node as target: newer syntax is rewritten to syntax that acorn can read.
    const options = { loader: 'ts', target: 'node20', sourcemap: 'external', logLevel: 'silent' } as const;
    return await transform(source, { ...options, sourcefile: name, tsconfigRaw: '{}' });
  } catch (error) {
    const [first] = (error as { errors?: { text: string; location: { line: number } | null }[] }).errors ?? [];
    if (first === undefined) throw error;
    throw parserInvalid({ message: `it cannot be read: ${first.text}`, file: name, line: first.location?.line });
  }
}

function parsed(name: string, code: string): Program {
  const options = { ecmaVersion: 'latest', locations: true, allowHashBang: true } as const;
  try {
    return parse(code, { ...options, sourceType: 'module' });
  } catch (error) {
    // A file that is not an ES module may be CommonJS, which allows more.
    try {
      return parse(code, { ...options, sourceType: 'script', allowReturnOutsideFunction: true });
    } catch {
      const { message, loc } = error as SyntaxError & { loc?: { line: number } };
      throw parserInvalid({ message: message.replace(/ \(\d+:\d+\)$/, ''), file: name, line: loc?.line });
    }
  }
}

/** The nodes directly below one, of whatever kind. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
