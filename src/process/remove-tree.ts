import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  type Dir,
  openSync,
  opendirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Removes a folder that untrusted programs have filled, and may still be changing. What cannot be removed is left.
 *
 * `rm` of Node follows a link that takes the place of a folder while it works, so a program could make it remove any
 * file of this user. It also fails for folders without permissions, and for paths longer than the system allows.
 */
export async function removeTree(path: string): Promise<void> {
  const steps = removing(path);
  while (steps.next().done !== true) await nextTurn();
}

/** The same, for a process that exits. */
export function removeTreeSync(path: string): void {
  const steps = removing(path);
  while (steps.next().done !== true);
}

/** Other work goes on after this many entries. */
const ENTRIES_AT_ONCE = 500;

/** Opens a folder without the right to read it. Not among Node's constants. */
const O_PATH = 0o10000000;

function* removing(path: string): Generator<void> {
  if (process.platform !== 'linux') {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  const root = openFolder(path);
  if (root === undefined) {
    succeeds(() => unlinkSync(path));
    return;
  }
  try {
    yield* emptying(root);
  } finally {
    closeSync(root);
  }
  succeeds(() => rmdirSync(path));
}

/** Inner folders are moved to the top before they are emptied: their depth does not matter, and two are open at most. */
function* emptying(root: number): Generator<void> {
  const folders = yield* clearing(root, root);
  for (let name = folders.pop(); name !== undefined; name = folders.pop()) {
    const place = inside(root, name);
    const folder = openFolder(place);
    if (folder === undefined) continue;
    try {
      folders.push(...(yield* clearing(folder, root)));
    } finally {
      closeSync(folder);
    }
    succeeds(() => rmdirSync(place));
  }
}

/** Removes the files of a folder, and moves its folders to the root. Returns their names there. */
function* clearing(folder: number, root: number): Generator<void, Buffer[]> {
  const entries = openEntries(folder);
  const moved: Buffer[] = [];
  let count = 0;
  try {
    for (let entry = entries?.readSync(); entry != null; entry = entries?.readSync()) {
      // The types of Node do not know that names are bytes here.
      const name = entry.name as unknown as Buffer;
      const place = inside(folder, name);
      const target = folder === root ? name : Buffer.from(randomUUID());
      if (!isFolder(place)) succeeds(() => unlinkSync(place));
      else if (folder === root || succeeds(() => renameSync(place, inside(root, target)))) moved.push(target);
      if (++count % ENTRIES_AT_ONCE === 0) yield;
    }
  } finally {
    entries?.closeSync();
  }
  return moved;
}

function openEntries(folder: number): Dir | undefined {
  try {
    return opendirSync(`/proc/self/fd/${folder}`, { encoding: 'buffer' as BufferEncoding });
  } catch {
    return undefined;
  }
}

/** Reached through a descriptor, which no link can replace. Names may be any bytes. */
function inside(folder: number, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${folder}/`), name]);
}

/** Without permissions, a folder could be neither moved nor emptied. */
function isFolder(place: Buffer): boolean {
  const folder = openFolder(place);
  if (folder !== undefined) closeSync(folder);
  return folder !== undefined;
}

/** Undefined if it is not a folder, or a link to one. */
function openFolder(path: string | Buffer): number | undefined {
  try {
    const folder = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    chmodSync(`/proc/self/fd/${folder}`, 0o700);
    return folder;
  } catch {
    return undefined;
  }
}

function succeeds(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
