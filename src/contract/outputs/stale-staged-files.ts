import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const SUFFIX = '.partial';
const NAME_BYTES = 255;
const FOREIGN_AGE_MS = 86_400_000;

/** Process ids say something on their own machine only, and a folder may be shared by several. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** A hidden name beside the final one that says whose it is: `.casparian-<pid>-<random>-<name>.partial`. */
export function stagedName(finalName: string): string {
  const prefix = `.casparian-${process.pid}-${HOST}${randomBytes(4).toString('hex')}-`;
  return prefix + shortened(finalName, NAME_BYTES - prefix.length - SUFFIX.length) + SUFFIX;
}

/**
 * Removes what runs that were killed left behind in a folder. Best effort: another run may sweep at the same time, and a
 * file that cannot be removed does no harm.
 */
export async function sweepStaleFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (await isStale(name, path)) await unlink(path).catch(() => undefined);
  }
}

async function isStale(name: string, path: string): Promise<boolean> {
  const [, pid, host] = /^\.casparian-(\d{1,10})-([0-9a-f]{8})[0-9a-f]{8}-.*\.partial$/s.exec(name) ?? [];
  if (pid === undefined) return false;
  if (host === HOST) return !isAlive(Number(pid));
  const written = await stat(path).catch(() => null);
  return written !== null && Date.now() - written.mtimeMs > FOREIGN_AGE_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is alive, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Cut at the front, between characters: the random part already makes the name unique. */
function shortened(name: string, bytes: number): string {
  const characters = [...name];
  while (Buffer.byteLength(characters.join('')) > bytes) characters.shift();
  return characters.join('');
}
