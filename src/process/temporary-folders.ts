import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from './remove-tree.js';

/** `casparian-runs-<pid>-<host>-<random>`: the name says which process uses the folder. */
const NAME = /^casparian-(?:[a-z]+-)*(\d{1,10})-([0-9a-f]{8})-/;

/** Process numbers are valid only on their machine and in their namespace: containers may share a folder. */
const HOST = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8);

/** The folders that this process has swept already. */
const swept = new Set<string>();

/**
 * Makes a folder in `parent` that only this user can enter. The caller removes it. A process that is killed cannot, so
 * the next process that makes one here removes the folders of processes that no longer run.
 */
export function makeTemporaryFolder(purpose: '' | `${string}-`, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `casparian-${purpose}${process.pid}-${HOST}-`));
  if (!swept.has(parent)) {
    swept.add(parent);
    for (const path of abandonedFolders(parent)) void removeTree(path);
  }
  return folder;
}

/** Those of this user whose process has ended. A number that is in use again keeps a folder until that one ends. */
function abandonedFolders(parent: string): string[] {
  return namesIn(parent).flatMap((name) => {
    const [, pid, host] = NAME.exec(name) ?? [];
    const path = join(parent, name);
    return pid !== undefined && host === HOST && !isAlive(Number(pid)) && isOwn(path) ? [path] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it belongs to another user, and is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Everyone can make folders there, with any name. */
function isOwn(path: string): boolean {
  try {
    return lstatSync(path).uid === process.getuid?.();
  } catch {
    return false;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
