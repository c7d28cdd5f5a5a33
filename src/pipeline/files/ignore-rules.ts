import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matcherOf } from './glob.js';

/** The file in a scanned folder that says what in it is none of ours. */
export const IGNORE_FILE = '.casparianignore';

/** Whether a file or folder is to be passed by. The path is relative to the scanned folder. */
export type IgnoreRules = (relativePath: string, name: string, isFolder: boolean) => boolean;

interface IgnoreRule {
  readonly matches: (relativePath: string, name: string) => boolean;
  readonly foldersOnly: boolean;
  /** Begins with `!`: not to be ignored after all. */
  readonly isException: boolean;
}

/** As in a .gitignore: the last line that matches decides, and below an ignored folder nothing can be an exception. */
export function ignoreRules(lines: readonly string[]): IgnoreRules | undefined {
  const rules = lines.flatMap(ruleOf).reverse();
  if (rules.length === 0) return undefined;
  return (relativePath, name, isFolder) => {
    const decisive = rules.find((rule) => (isFolder || !rule.foldersOnly) && rule.matches(relativePath, name));
    return decisive !== undefined && !decisive.isException;
  };
}

export async function readIgnoreFile(folder: string): Promise<string[]> {
  try {
    return (await readFile(join(folder, IGNORE_FILE), 'utf8')).split(/\r?\n/);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

function ruleOf(line: string): IgnoreRule[] {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return [];
  const isException = text.startsWith('!');
  const pattern = isException ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith('/');
  return [{ matches: matcherOf(foldersOnly ? pattern.slice(0, -1) : pattern), foldersOnly, isException }];
}
