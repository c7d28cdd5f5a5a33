import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const SUFFIX = '.partial';
const NAME_BYTES = 255;
const FOREIGN_AGE_MS = 86_400_000;

/** Process ids are only valid on their own machine, and several machines may share a folder. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** The first digits of a UUID are random, and Node has some in stock: new random bytes take 20 µs. */
const RANDOM_DIGITS = 8;

/** A hidden name next to the final one, with its owner: `.casparian-<pid>-<random>-<name>.partial`. */
export function stagedName(finalName: string): string {
  const prefix = `.casparian-${process.pid}-${HOST}${randomUUID().slice(0, RANDOM_DIGITS)}-`;
  return prefix + shortened(finalName, NAME_BYTES - prefix.length - SUFFIX.length) + SUFFIX;
}

/**
 * Removes files and folders of killed runs from a folder. Best effort: another run may do the same, and a remaining file does no
 * harm.
 */
export async function sweepStaleFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (await isStale(name, path)) await rm(path, { recursive: true, force: true }).catch(() => undefined);
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
    // EPERM: the process belongs to another user, and is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Shortened at the front, between characters: the random part already makes the name unique. */
function shortened(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const characters = [...name];
  while (Buffer.byteLength(characters.join('')) > bytes) characters.shift();
  return characters.join('');
}
