import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ADOPTER = fileURLToPath(new URL('python/adopter.py', import.meta.url));

/**
 * A command line that starts the launcher below a process which adopts orphans (adopter.py). Node cannot ask the kernel
 * for this, so Python does. The command itself where there is no Linux or no Python.
 */
export function adoptingOrphans(command: readonly [string, readonly string[]]): [string, string[]] {
  const python = process.platform === 'linux' ? findPython() : undefined;
  const [program, args] = command;
  return python === undefined ? [program, [...args]] : [python, ['-I', '-S', '-B', ADOPTER, program, ...args]];
}

function findPython(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
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
