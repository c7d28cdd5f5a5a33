import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * One hash for all files of a folder: names, contents and link targets. Times and modes are left out because copying
 * may change them.
 */
export async function treeHash(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (each) => !each.isDirectory(),
  );
  const byPath = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
  byPath.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of byPath) {
    const name = relative(folder, path).split(sep).join('/');
    const content = entry.isSymbolicLink() ? `-> ${await readlink(path)}` : await fileHash(path);
    hash.update(`${name}\0${content}\n`);
  }
  return hash.digest('hex');
}

export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
