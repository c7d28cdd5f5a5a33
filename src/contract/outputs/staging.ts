import assert from 'node:assert';
import { unlinkSync, rmdirSync } from 'node:fs';
import { link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CasparianError, hint, makeFolder } from '../../platform/index.js';
import { stagedName, sweepStaleFiles } from './stale-staged-files.js';
import { unwritable, writable } from './unwritable.js';

/** Files on their way into one folder, under hidden names until all of them are whole. */
export interface Staging {
  /** Where to write what will be called `finalName`. The same name gives the same path. */
  pathFor(finalName: string): string;
  /**
   * Lets these files appear, all or none, and then removes `alsoRemove`. Other staged files stay staged.
   * Everything is on the disk when this returns.
   */
  publish(finalNames: readonly string[], alsoRemove?: readonly string[]): Promise<void>;
  /** Removes what was staged and not published, and the folders made for it. Never throws. */
  discard(): Promise<void>;
  /** The same for the last moment of a process, when nothing can be awaited. */
  discardSync(): void;
}

/** Makes the folder if it is missing, and clears away what killed runs left in it. */
export async function openStaging(directory: string): Promise<Staging> {
  const made = await writable(directory, () => makeDirectory(resolve(directory)));
  await sweepStaleFiles(directory);
  const staged = new Map<string, string>();

  return {
    pathFor(finalName) {
      if (finalName === '' || finalName !== basename(finalName) || finalName === '.' || finalName === '..') {
        throw new CasparianError('CONTRACT_INVALID', `'${finalName}' cannot be the name of a file.`, {
          next: ['Name the parser and its outputs without slashes.'],
        });
      }
      const path = staged.get(finalName) ?? join(directory, stagedName(finalName));
      staged.set(finalName, path);
      return path;
    },
    async publish(finalNames, alsoRemove = []) {
      const moves = finalNames.map((name) => {
        const from = staged.get(name);
        assert(from !== undefined, `${name} was never staged`);
        return { from, to: join(directory, name) };
      });
      for (const { from, to } of moves) await writable(to, () => prepare(from, to));
      await moveTogether(moves);
      for (const name of finalNames) staged.delete(name);
      for (const name of alsoRemove) await writable(join(directory, name), () => removeFile(join(directory, name)));
      await writable(directory, () => syncDirectory(directory));
      made.length = 0;
    },
    async discard() {
      for (const path of staged.values()) await unlink(path).catch(() => undefined);
      staged.clear();
      // A folder with files of others stays.
      for (const path of made) await rmdir(path).catch(() => undefined);
    },
    discardSync() {
      for (const path of staged.values()) ignoringErrors(() => unlinkSync(path));
      for (const path of made) ignoringErrors(() => rmdirSync(path));
    },
  };
}

/** Returns the folders it made, the deepest first. */
async function makeDirectory(directory: string): Promise<string[]> {
  const first = makeFolder(directory);
  if (first === undefined) return [];
  const made = [];
  for (let path = directory; path.length >= first.length; path = dirname(path)) made.push(path);
  return made;
}

/** Everything that can be found out about a move before the first one is made. */
async function prepare(from: string, to: string): Promise<void> {
  const inTheWay = await lstat(to).catch(() => null);
  if (inTheWay?.isDirectory()) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${to}.`, {
      why: 'A folder of this name is in the way.',
      next: ['Move the folder away.', hint('Or write to another folder with {}', { options: { out: 'DIR' } })],
    });
  }
  await sync(from);
}

async function moveTogether(moves: readonly { from: string; to: string }[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const keepsakes: string[] = [];
  try {
    for (const { from, to } of moves) {
      // A second name for what is about to be replaced: it can be put back in one step, and `to` is never missing.
      const keepsake = join(dirname(to), stagedName(basename(to)));
      const replaced = await link(to, keepsake).then(
        () => true,
        () => false,
      );
      if (replaced) keepsakes.push(keepsake);
      await rename(from, to).catch((error: unknown) => {
        throw unwritable(to, error);
      });
      undo.unshift(() => (replaced ? rename(keepsake, to) : rename(to, from)));
    }
  } catch (error) {
    for (const step of undo) await step().catch(() => undefined);
    throw error;
  } finally {
    for (const keepsake of keepsakes) await unlink(keepsake).catch(() => undefined);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some file systems cannot sync a folder, and one that may be written to need not be readable. */
async function syncDirectory(path: string): Promise<void> {
  await sync(path).catch(unlessCode('EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'));
}

/** A folder under that name is nothing of ours. */
async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(unlessCode('ENOENT', 'EISDIR', 'EPERM'));
}

function unlessCode(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && codes.includes(String(error.code)))) throw error;
  };
}

function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch {
    // The process ends; the next run sweeps what is left.
  }
}
