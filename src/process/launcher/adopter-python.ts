import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Python that can adopt orphans (adopter.py); undefined where there is no Linux or no Python. */
export function pythonForAdopter(): string | undefined {
  return process.platform === 'linux' ? findPython() : undefined;
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
