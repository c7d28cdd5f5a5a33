import assert from 'node:assert/strict';
import type { BigIntStats } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileChanged, fileNotFound } from '../file-errors.js';
import type { Storage, StoredFile } from '../storage.js';
import {
  finalName,
  isAbsent,
  isUnfinished,
  linkIfAbsent,
  moveFile,
  openStream,
  removeFile,
  statFile,
  syncMoved,
  writeComplete,
} from './local-files.js';
import { syncFolder } from './sync-folder.js';
import { entriesOf, keysBelow } from './walk-keys.js';

const PAGE = 1_000;

/** Files in a folder, which is made with the first file. */
export function localStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    assert(key !== '' && key.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), `key ${key}`);
    return join(root, key);
  };
  const storage: Storage = {
    root,
    addressOf: pathOf,

    async find(key) {
      const stats = await statFile(pathOf(key));
      return stats && storedFile(key, stats);
    },

    async read(key, { range, ifMatch, signal } = {}) {
      const path = pathOf(key);
      const { stream, stats } = await openStream(path, { ...range, signal }).catch((error: unknown) => {
        throw isAbsent(error) ? fileNotFound(path, error) : error;
      });
      if (ifMatch === undefined || etagOf(stats) === ifMatch) return stream;
      stream.destroy();
      throw fileChanged(path);
    },

    async write(key, content, { signal } = {}) {
      const path = pathOf(key);
      await writeComplete(path, content, { signal, place: (draft) => rename(draft, path) });
    },

    async writeIfAbsent(key, content, { signal } = {}) {
      let isWritten = false;
      const place = async (draft: string): Promise<void> => {
        isWritten = await linkIfAbsent(draft, pathOf(key));
      };
      await writeComplete(pathOf(key), content, { signal, place });
      return isWritten;
    },

    async adopt(path, key) {
      await moveFile(path, pathOf(key));
      // Moved first: on most file systems, one commit of the journal then writes the file and its new name.
      await syncMoved(pathOf(key));
      await syncFolder(dirname(pathOf(key)));
    },

    async *list(prefix, { after, pageSize = PAGE, signal } = {}) {
      let page: StoredFile[] = [];
      for await (const key of keysBelow(root, prefix, after)) {
        signal?.throwIfAborted();
        const found = await storage.find(key);
        if (found === undefined || page.push(found) < pageSize) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },

    async folders(prefix) {
      const entries = await entriesOf(join(root, prefix));
      const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const filled = await Promise.all(names.map((name) => hasFiles(root, `${prefix}${name}/`)));
      return names.filter((_, index) => filled[index]).sort();
    },

    async remove(keys) {
      await Promise.all(keys.map((key) => removeFile(pathOf(key))));
    },

    async abortUploads(prefix, { olderThanMs }) {
      return removeUnfinished(root, '', { prefix, before: Date.now() - olderThanMs });
    },
  };
  return storage;
}

function storedFile(key: string, stats: BigIntStats): StoredFile {
  const sizeBytes = Number(stats.size);
  // The ctime: a file that was moved here keeps its mtime.
  return { key, sizeBytes, etag: etagOf(stats), modifiedMs: Number(stats.ctimeNs) / 1_000_000 };
}

function etagOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');
}

async function hasFiles(root: string, prefix: string): Promise<boolean> {
  const { done } = await keysBelow(root, prefix).next();
  return done !== true;
}

/** Removes files whose writer died. */
async function removeUnfinished(
  root: string,
  folder: string,
  wanted: { readonly prefix: string; readonly before: number },
): Promise<number> {
  let removed = 0;
  for (const entry of await entriesOf(join(root, folder))) {
    const key = folder + entry.name;
    if (entry.isDirectory()) {
      const isBelow = `${key}/`.startsWith(wanted.prefix) || wanted.prefix.startsWith(`${key}/`);
      if (isBelow) removed += await removeUnfinished(root, `${key}/`, wanted);
    } else if (isUnfinished(entry.name) && (folder + finalName(entry.name)).startsWith(wanted.prefix)) {
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found === undefined || found.mtimeMs > wanted.before) continue;
      await rm(join(root, key), { force: true });
      removed += 1;
    }
  }
  return removed;
}
