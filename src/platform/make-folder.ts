import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, and returns the first one it created. Node's own `recursive` never ends if
 * a system reports every new folder as missing, as /proc does.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const failure = tryToMake(path, mode);
  if (failure === undefined) return path;
  if (failure.code === 'EEXIST' && statSync(path).isDirectory()) return undefined;
  const parent = dirname(path);
  if (failure.code !== 'ENOENT' || parent === path) throw failure;
  const first = makeFolder(parent, mode);
  const again = tryToMake(path, mode);
  // Another process may have been faster.
  if (again !== undefined && again.code !== 'EEXIST') throw again;
  return first ?? path;
}

function tryToMake(path: string, mode: number | undefined): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode });
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
