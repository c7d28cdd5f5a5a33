import { accessSync, closeSync, constants, openSync, readSync, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

/** Our own Python code runs on 3.9 and later. */
const OLDEST_MINOR = 9;

/**
 * The first `python3` on the PATH, or in `/usr/bin`, that can run our own Python code. Scripts that look for a Python, as those of pyenv, are
 * left out: they take 0.2 s, and need an environment that our programs do not have. The version is read in the name of
 * the file; undefined if no name has a version, or none is recent enough.
 */
export function pythonBinary(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, 'python3'))
    .find((path) => isRecent(path) && isBinary(path));
}

function isRecent(path: string): boolean {
  try {
    const [, minor] = /^python3\.(\d+)$/.exec(basename(realpathSync(path))) ?? [];
    return minor !== undefined && Number(minor) >= OLDEST_MINOR;
  } catch {
    return false;
  }
}

function isBinary(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(4);
      readSync(file, start, 0, 4, 0);
      return start.equals(Buffer.from('\x7fELF', 'latin1'));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
