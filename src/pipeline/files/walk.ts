import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { errorMessage } from '../../platform/index.js';
import type { ScanProblem } from './scan-request.js';
import type { Selection } from './selection.js';

export interface FoundFile {
  readonly path: string;
  readonly stats: Stats;
}

export interface WalkOptions {
  readonly selection: Selection;
  readonly onProblem: (problem: ScanProblem) => void;
}

const STAT = { throwIfNoEntry: false } as const;
/** What Node returns for bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/**
 * The regular files at and below a path. A link to a file is a file under the link's name; a link to a folder is not
 * followed, which avoids loops. Pipes, sockets and devices are skipped.
 *
 * The calls are synchronous: a promise per file costs six times as much as the system call. The caller must pause
 * regularly so that other work can run.
 */
export function* filesAt(start: string, options: WalkOptions): Generator<FoundFile> {
  const stats = look(start, options);
  if (stats?.isDirectory()) yield* filesBelow(start, options);
  else if (stats?.isFile() && options.selection.reaches(start)) yield { path: start, stats };
}

function* filesBelow(start: string, options: WalkOptions): Generator<FoundFile> {
  const { selection } = options;
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder.endsWith(sep) ? folder : folder + sep;
    const below: string[] = [];
    for (const entry of entriesOf(folder, options)) {
      const { name } = entry;
      const path = prefix + name;
      if (entry.isDirectory()) {
        if (selection.entersFolder(path, name)) below.push(path);
        continue;
      }
      if (isNeverAFile(entry) || !selection.takesFile(path, name)) continue;
      const stats = look(path, options);
      if (stats?.isFile()) yield { path, stats };
      // Some file systems do not report in a listing which entries are folders.
      else if (stats?.isDirectory() && !entry.isSymbolicLink() && selection.entersFolder(path, name)) below.push(path);
    }
    // The last entry is visited first, so they are added in reverse.
    for (let index = below.length - 1; index >= 0; index--) folders.push(below[index] as string);
  }
}

function entriesOf(folder: string, { onProblem }: WalkOptions): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isNotUtf8(folder)) onProblem(notUtf8(folder));
    else if (!isGone(error)) onProblem({ path: folder, message: errorMessage(error) });
    return [];
  }
}

/** Undefined if the file no longer exists, and for a broken link. */
function look(path: string, { onProblem }: WalkOptions): Stats | undefined {
  try {
    const stats = statSync(path, STAT);
    if (!stats && isNotUtf8(path)) onProblem(notUtf8(path));
    return stats;
  } catch (error) {
    if (!isGone(error)) onProblem({ path, message: errorMessage(error) });
    return undefined;
  }
}

/** For files that the walk did not find: another scan may have recorded them since. */
export function isStillThere(path: string): boolean {
  try {
    return statSync(path, STAT)?.isFile() ?? false;
  } catch (error) {
    return !isGone(error);
  }
}

function isNeverAFile(entry: Dirent): boolean {
  return entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
}

export function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Called only for a path that was listed and then not found. */
function isNotUtf8(path: string): boolean {
  return basename(path).includes(REPLACEMENT);
}

function notUtf8(path: string): ScanProblem {
  return { path, message: 'Its name is not UTF-8, so its path cannot be stored. Rename it.' };
}
