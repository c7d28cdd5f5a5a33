import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CasparianError, hint } from '../../platform/index.js';
import type { ParserFile } from '../parser/parser-file.js';

/** How a parser is confined. docs/design/sandbox.md explains the layers. */
export interface Sandbox {
  /** Fail instead of running less confined than intended. */
  readonly isRequired: boolean;
  readonly hasNetwork: boolean;
  /** Paths that the parser may read, in addition to its bundle, its environment, its input and the system's libraries. */
  readonly read: readonly string[];
  /** The Python that confines the processes of Node parsers; undefined if the machine has none. */
  readonly python: string | undefined;
  /** Called for each start that is less confined than intended, with the reason. */
  readonly onIncomplete: (missing: string) => void;
}

/** What a sandbox consists of on this machine. */
export interface SandboxLayers {
  /** The version of Landlock; 0 without it. */
  readonly landlock: number;
  readonly seccomp: boolean;
  readonly namespaces: boolean;
  /** Whether the parser has a root folder that shows only what it may read. */
  readonly view: boolean;
  /** Why there are no namespaces, or no such folder. */
  readonly problem: string | null;
}

/** What the layers do not contain, in words; null if everything is contained. */
export function missingIn({ landlock, seccomp, namespaces, problem }: SandboxLayers): string | null {
  const missing = [
    ...(landlock === 0 ? ['files (needs Landlock)'] : []),
    ...(seccomp || namespaces ? [] : ['the network (needs seccomp or namespaces)']),
    ...(seccomp && (namespaces || landlock >= LANDLOCK_WITH_SIGNALS)
      ? []
      : ['other processes (needs seccomp, and namespaces or Landlock 6)']),
  ];
  if (missing.length === 0) return null;
  return `not contained: ${missing.join(', ')}${problem === null ? '' : `; ${problem}`}`;
}

const LANDLOCK_WITH_SIGNALS = 6;

export function sandboxUnavailable(why: string): CasparianError {
  return new CasparianError('SANDBOX_UNAVAILABLE', 'The parser was not started: its sandbox is not available here', {
    why: `${why}. The setting sandbox = "require" demands it.`,
    next: [hint('See what is missing', { action: 'doctor' }), 'Or accept what there is: sandbox = "auto"'],
  });
}

/** The folder of the bridge, of the source or compiled. */
const HERE = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(HERE, '..', '..');

/** The paths that the process of a parser reads, apart from its interpreter, its input and the system's libraries. */
export function pathsOf({ directory, language }: ParserFile): string[] {
  return language === 'python'
    ? [directory, join(HERE, 'shims', 'python')]
    : [directory, ...nodePathsAbove(directory), ...nodeShimPaths()];
}

/** Node looks for packages, and for the type of a module, in all folders above a file. A link leads to an environment. */
export function nodePathsAbove(directory: string): string[] {
  const found: string[] = [];
  for (let folder = directory; ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) found.push(packages, realpathSync(packages));
    found.push(
      ...['package.json', 'tsconfig.json'].map((name) => join(folder, name)).filter((path) => existsSync(path)),
    );
    if (dirname(folder) === folder) return found;
  }
}

function nodeShimPaths(): string[] {
  return [process.execPath, HERE, join(HERE, '..', 'bundled'), ...nodePathsAbove(PACKAGE)];
}
