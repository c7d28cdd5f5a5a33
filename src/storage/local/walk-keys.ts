import { type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareUtf8 } from '../../platform/index.js';
import { isAbsent, isUnfinished } from './local-files.js';

/** All keys with a prefix, sorted by their bytes, as a bucket lists them. Unfinished files are left out. */
export async function* keysBelow(root: string, prefix: string, after = ''): AsyncGenerator<string> {
  yield* keysIn(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), { prefix, after });
}

async function* keysIn(
  root: string,
  folder: string,
  { prefix, after }: { prefix: string; after: string },
): AsyncGenerator<string> {
  const entries = (await entriesOf(join(root, folder)))
    .map((entry) => ({ entry, key: folder + entry.name + (entry.isDirectory() ? '/' : '') }))
    .sort((one, other) => compareUtf8(one.key, other.key));
  for (const { entry, key } of entries) {
    const mayMatch = key.startsWith(prefix) || (entry.isDirectory() && prefix.startsWith(key));
    if (!mayMatch) continue;
    if (entry.isDirectory()) {
      // A folder whose keys all come before `after` is not opened.
      if (isBefore(after, key) || after.startsWith(key)) yield* keysIn(root, key, { prefix, after });
    } else if (isBefore(after, key) && !isUnfinished(entry.name)) yield key;
  }
}

function isBefore(one: string, other: string): boolean {
  return compareUtf8(one, other) < 0;
}

/** Empty if there is no such folder. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
