import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Becomes the parent of orphans (PR_SET_CHILD_SUBREAPER), then the program of the arguments; without ctypes only that. */
const SCRIPT = `import os, sys
try:
    import ctypes
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
except Exception:
    pass
os.execv(sys.argv[1], sys.argv[1:])`;

/**
 * A command line after which the process adopts all descendants that lose their parent. Node cannot ask the kernel for
 * this, so Python does, and becomes the program. The command itself where there is no Linux or no Python.
 */
export function adoptingOrphans(command: readonly [string, readonly string[]]): [string, string[]] {
  const python = process.platform === 'linux' ? findPython() : undefined;
  const [program, args] = command;
  return python === undefined ? [program, [...args]] : [python, ['-I', '-S', '-c', SCRIPT, program, ...args]];
}

function findPython(): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, 'python3'))
    .find(isBinary);
}

/** Not a script that looks for a Python, as those of pyenv: it needs an environment that the launcher does not have. */
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
