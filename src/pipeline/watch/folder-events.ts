import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../platform/index.js';

/** Change events of the operating system for folders. Only a hint: events may be late, duplicated or lost. */
export interface FolderEvents {
  /** Watches these folders and stops watching the previous ones. The first is the root. */
  follow(folders: readonly string[]): void;
  close(): void;
}

export interface FolderListener {
  /** Something changed at this path. */
  changed(path: string): void;
  /** The system has no more watches: from now on, some folders are only polled. */
  exhausted(reason: string): void;
}

/** Platforms that watch a whole tree natively. Elsewhere Node would watch every single file. */
const WATCHES_TREES = process.platform === 'darwin' || process.platform === 'win32';

export function folderEvents(listener: FolderListener, watchFolder = watch): FolderEvents {
  const watchers = new Map<string, FSWatcher>();
  let exhausted = false;

  const stopWatching = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const listenTo = (folder: string): void => {
    try {
      const watcher = watchFolder(folder, { persistent: false, recursive: WATCHES_TREES }, (_event, name) =>
        listener.changed(name === null ? folder : join(folder, name)),
      );
      // The folder was deleted or its disk was removed: the next look at the root reports it.
      watcher.on('error', () => stopWatching(folder));
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
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) stopWatching(folder);
      for (const folder of wanted) if (!exhausted && !watchers.has(folder)) listenTo(folder);
    },
    close: () => {
      for (const folder of [...watchers.keys()]) stopWatching(folder);
    },
  };
}

function isExhaustion(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
