import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PipelineHome } from '../home.js';
import type { BundleEntry } from './bundle-entry.js';
import { COMPILED_NAME, filesIn, folderState } from './folder-state.js';
import { readBundle } from './read-bundle.js';

/** The states of folders that this process has compared with their bundles, so that the next use reads nothing. */
const checked = new Map<string, Promise<string | null>>();

/**
 * The folder of a bundle under the home, named by its hash. It is written under a temporary name and renamed, so it is
 * complete or absent. An existing folder is compared with the bundle, and rewritten if it differs: at its first use in a
 * process, and whenever one of its files was changed.
 */
export async function unpackBundle(archive: Buffer, sourceHash: string, home: PipelineHome): Promise<string> {
  const folder = join(home.bundles, sourceHash);
  const known = checked.get(folder);
  const state = await known?.catch(() => null);
  if (typeof state === 'string' && state === folderState(folder)) return folder;
  if (checked.get(folder) === known) {
    const check = readBundle(archive, sourceHash).then(async (entries) => {
      await makeFolder(folder, entries);
      return folderState(folder);
    });
    checked.set(folder, check);
  }
  await checked.get(folder);
  return folder;
}

async function makeFolder(folder: string, entries: readonly BundleEntry[]): Promise<void> {
  if (await isWhole(folder, entries)) return;
  const staged = join(dirname(folder), `.${randomUUID()}`);
  try {
    await writeEntries(staged, entries);
    await putInPlace(staged, folder, entries);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/**
 * An existing folder was made by a faster process, or is damaged. A parser may be running in an intact one, so that is
 * kept.
 */
async function putInPlace(staged: string, folder: string, entries: readonly BundleEntry[]): Promise<void> {
  try {
    await rename(staged, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
    if (await isWhole(folder, entries)) return;
    await rename(folder, `${staged}.old`);
    await rename(staged, folder);
    await rm(`${staged}.old`, { recursive: true, force: true });
  }
}

async function writeEntries(folder: string, entries: readonly BundleEntry[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const { name, content } of entries) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: 0o444, flag: 'wx' });
  }
}

async function isWhole(folder: string, entries: readonly BundleEntry[]): Promise<boolean> {
  if (!(await exists(folder))) return false;
  // A file that was added could hide a module of the same name.
  if (filesIn(folder).filter((name) => name !== COMPILED_NAME).length !== entries.length) return false;
  for (const { name, content } of entries) {
    const there = await readFile(join(folder, name)).catch(() => null);
    if (there === null || !there.equals(content)) return false;
  }
  return true;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
