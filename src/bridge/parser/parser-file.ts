import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { CasparianError, hint } from '../../platform/index.js';

export type ParserLanguage = 'python' | 'node';

/** A parser on disk. Its declarations are known only once it runs. */
export interface ParserFile {
  /** As the user wrote it. */
  readonly given: string;
  readonly path: string;
  readonly directory: string;
  readonly stem: string;
  readonly language: ParserLanguage;
  /** Whether Node needs a TypeScript loader for it. */
  readonly typescript: boolean;
  /** The same as one JavaScript file, if it was compiled before. */
  readonly compiled?: string;
}

const LANGUAGES: Readonly<Record<string, ParserLanguage>> = {
  '.py': 'python',
  '.ts': 'node',
  '.mts': 'node',
  '.cts': 'node',
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
};

/** Names of a parser in its own folder, the most likely first. */
const ENTRYPOINTS = ['parser.py', '__init__.py', 'parser.ts', 'parser.mts', 'parser.js', 'parser.mjs'];

/** Finds the parser that a path names: a file, or a folder with a parser in it. */
export async function findParser(given: string): Promise<ParserFile> {
  const path = await entrypointOf(given, resolve(given));
  const extension = extname(path).toLowerCase();
  const language = parserLanguage(path);
  if (language === undefined) {
    throw new CasparianError('PARSER_INVALID', `'${given}' is no parser`, {
      why: `Parsers are Python, TypeScript or JavaScript files: ${Object.keys(LANGUAGES).join(', ')}.`,
      next: [hint('The parser comes first, then its inputs', { action: 'run', arguments: ['parser.py', 'input.csv'] })],
    });
  }
  const directory = dirname(path);
  // The stem of `__init__.py` is not a useful name; that of its folder is.
  const named = basename(path) === '__init__.py' ? directory : path;
  const stem = basename(named, extname(named));
  return { given, path, directory, stem, language, typescript: extension.endsWith('ts') };
}

/** The language of a parser with this file name; undefined for other files. */
export function parserLanguage(name: string): ParserLanguage | undefined {
  return LANGUAGES[extname(name).toLowerCase()];
}

/**
 * The parser among the files of a folder, if their names identify it: the most likely name, or the only possible file.
 */
export function findEntrypoint(names: readonly string[]): string | undefined {
  const named = ENTRYPOINTS.find((name) => names.includes(name));
  const [only, ...others] = names.filter((name) => parserLanguage(name) !== undefined);
  return named ?? (others.length === 0 ? only : undefined);
}

async function entrypointOf(given: string, path: string): Promise<string> {
  const found = await kindOf(path);
  if (found === 'file') return path;
  if (found === 'folder') {
    for (const name of ENTRYPOINTS) {
      if ((await kindOf(join(path, name))) === 'file') return join(path, name);
    }
    throw new CasparianError('PARSER_NOT_FOUND', `The folder '${given}' contains no parser`, {
      why: `It has none of ${ENTRYPOINTS.join(', ')}.`,
      next: ['Name the file itself.'],
    });
  }
  throw new CasparianError('PARSER_NOT_FOUND', `There is no parser '${given}'`, {
    why: `${path} does not exist.`,
    next: ['Check the path; it is relative to the folder you are in.'],
  });
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}
