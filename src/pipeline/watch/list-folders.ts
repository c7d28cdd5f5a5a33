import { stat } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Selection } from '../files/selection.js';
import { type FoundFile, filesAt } from '../files/walk.js';

/** A walk blocks the event loop for at most this long at a time. */
const STRIDE_MS = 10;

/**
 * Walks a folder and returns all folders in it, itself first. Throws if the folder does not exist. Unreadable
 * subfolders are skipped; the scan of settled files reports them.
 */
export async function listFolders(
  folder: string,
  selection: Selection,
  options: { onFile: (file: FoundFile) => void; signal: AbortSignal },
): Promise<string[]> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no longer a folder`);
  const folders = [folder];
  const remembering: Selection = {
    ...selection,
    entersFolder: (path, name) => {
      const enters = selection.entersFolder(path, name);
      if (enters) folders.push(path);
      return enters;
    },
  };
  let strideEndsAt = performance.now() + STRIDE_MS;
  for (const file of filesAt(folder, { selection: remembering, onProblem: () => undefined })) {
    options.onFile(file);
    if (performance.now() < strideEndsAt) continue;
    await breathe();
    options.signal.throwIfAborted();
    strideEndsAt = performance.now() + STRIDE_MS;
  }
  return folders;
}
