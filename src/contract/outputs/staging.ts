import assert from 'node:assert';
import { unlinkSync, rmdirSync } from 'node:fs';
import { link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CasparianError, hint, makeFolder } from '../../platform/index.js';
import { stagedName, sweepStaleFiles } from './stale-staged-files.js';
import { unwritable, writable } from './unwritable.js';

/** Unfinished files of one folder, under hidden names until all of them are complete. */
export interface Staging {
  /** The path to write the file `finalName`. The same name gives the same path. */
  pathFor(finalName: string): string;
  /**
   * Publishes these files, all or none, and then removes `alsoRemove`. Other staged files stay staged. Everything is
   * synced to disk when this returns.
   */
  publish(finalNames: readonly string[], alsoRemove?: readonly string[]): Promise<void>;
  /** Removes staged files that were not published, and the folders created for them. Never throws. */
  discard(): Promise<void>;
  /** The same when the process exits and nothing can be awaited. */
  discardSync(): void;
}

/** Creates the folder if it is missing, and removes what killed runs left in it. */
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
      // A folder with other files is kept.
      for (const path of made) await rmdir(path).catch(() => undefined);
    },
    discardSync() {
      for (const path of staged.values()) ignoringErrors(() => unlinkSync(path));
      for (const path of made) ignoringErrors(() => rmdirSync(path));
    },
  };
}

/** Returns the folders it created, the deepest first. */
async function makeDirectory(directory: string): Promise<string[]> {
  const first = makeFolder(directory);
  if (first === undefined) return [];
  const made = [];
  for (let path = directory; path.length >= first.length; path = dirname(path)) made.push(path);
  return made;
}

/** Checks everything that can make a move fail, before the first move. */
async function prepare(from: string, to: string): Promise<void> {
  const inTheWay = await lstat(to).catch(() => null);
  if (inTheWay?.isDirectory()) {
    throw new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${to}.`, {
      why: 'A folder with this name already exists.',
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
      // A second name for the file to be replaced: it can be restored in one step, and `to` is never missing.
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

/** Some file systems cannot sync a folder, and a writable folder may not be readable. */
async function syncDirectory(path: string): Promise<void> {
  await sync(path).catch(unlessCode('EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'));
}

/** A folder with that name is not ours. */
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
    // The process ends; the next run removes what is left.
  }
}
