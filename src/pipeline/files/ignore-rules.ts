import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';

/** The file in a scanned folder that names what a scan skips. */
export const IGNORE_FILE = '.casparianignore';

/** Whether a file or folder is skipped. The path is relative to the scanned folder. */
export type IgnoreRules = (relativePath: string, isFolder: boolean) => boolean;

/** The rules of a .gitignore: the last matching line decides, and nothing below an ignored folder can be an exception. */
export function ignoreRules(lines: readonly string[]): IgnoreRules | undefined {
  if (lines.every((line) => line.trim() === '')) return undefined;
  // File names are case-sensitive here, even where git would ignore case. A shell completes `./sub/`, which git would
  // not understand.
  const rules = ignore({ ignorecase: false }).add(lines.map((line) => line.replace(/^(!?)\.\//, '$1/')));
  return (relativePath, isFolder) => rules.ignores(isFolder ? `${relativePath}/` : relativePath);
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
