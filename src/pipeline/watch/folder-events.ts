import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../platform/index.js';

/** What the system says of folders. A hint: it may come late, twice, or not at all. */
export interface FolderEvents {
  /** Listens to these folders, and lets go of those it listened to before. The first is the root of all. */
  follow(folders: readonly string[]): void;
  close(): void;
}

export interface FolderListener {
  /** Something happened at this path. */
  changed(path: string): void;
  /** The system has no more watches to give: from here on, some folders are only looked at from time to time. */
  exhausted(reason: string): void;
}

/** Where the system watches a whole tree by itself. Elsewhere Node would watch every single file to do so. */
const WATCHES_TREES = process.platform === 'darwin' || process.platform === 'win32';

export function folderEvents(listener: FolderListener, watchFolder = watch): FolderEvents {
  const watchers = new Map<string, FSWatcher>();
  let exhausted = false;

  const letGo = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const listenTo = (folder: string): void => {
    try {
      const watcher = watchFolder(folder, { persistent: false, recursive: WATCHES_TREES }, (_event, name) =>
        listener.changed(name === null ? folder : join(folder, name)),
      );
      // It was deleted, or its disk is gone: the next look at the root says so.
      watcher.on('error', () => letGo(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      if (!isExhaustion(error)) return;
      exhausted = true;
      listener.exhausted(errorMessage(error));
    }
  };

  return {
    follow: (folders) => {
      const wanted = new Set(WATCHES_TREES ? folders.slice(0, 1) : folders);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) letGo(folder);
      for (const folder of wanted) if (!exhausted && !watchers.has(folder)) listenTo(folder);
    },
    close: () => {
      for (const folder of [...watchers.keys()]) letGo(folder);
    },
  };
}

function isExhaustion(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
