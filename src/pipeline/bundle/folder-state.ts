import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The link to the packages of an environment, which is not part of the bundle. */
export const PACKAGES_LINK = 'node_modules';

/** A compiled TypeScript parser (compile-parser.ts). */
export const COMPILED_NAME = '.casparian-compiled.mjs';

/**
 * Identifies the files of an unpacked bundle without reading them. Every change of a file changes its inode or the time
 * of its last change, which programs cannot set. Synchronous, because every job calls it: 20 µs per file instead of
 * 100 µs through the thread pool. Null if the folder cannot be read.
 */
export function folderState(folder: string): string | null {
  const state = stateOf(folder);
  if (lastStates.size >= MOST_FOLDERS) lastStates.clear();
  lastStates.set(folder, { state, readAt: performance.now() });
  return state;
}

/**
 * The same, as it was at most a few milliseconds ago. For a job that begins: the state is read again when its parser has ended, and
 * what changes in between fails the attempt. When jobs follow each other, each reads the folder once.
 */
export function recentFolderState(folder: string): string | null {
  const last = lastStates.get(folder);
  return last !== undefined && performance.now() - last.readAt < RECENT_MS ? last.state : folderState(folder);
}

const RECENT_MS = 10;

const lastStates = new Map<string, { readonly state: string | null; readonly readAt: number }>();
/** Bundles have other folders when they change. */
const MOST_FOLDERS = 1_000;

function stateOf(folder: string): string | null {
  try {
    return filesIn(folder)
      .sort()
      .map((name) => {
        const { ino, size, mode, mtimeNs, ctimeNs } = lstatSync(join(folder, name), { bigint: true });
        return `${name}\0${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`;
      })
      .join('\n');
  } catch {
    return null;
  }
}

/** The names of all files of an unpacked bundle, with forward slashes. */
export function filesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    if (below === '' && entry.name === PACKAGES_LINK) return [];
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(folder, name) : [name];
  });
}
