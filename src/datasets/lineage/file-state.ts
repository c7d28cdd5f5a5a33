import { isS3Address } from '../../storage/index.js';
import { type OutputsFolder, storagesOf } from '../catalog/placed-outputs.js';

/** Whether a file still has the recorded content. */
export type FileState = 'unchanged' | 'changed' | 'missing' | 'unreadable';

export async function fileState(
  path: string,
  hash: string,
  signal?: AbortSignal,
  folder?: OutputsFolder,
): Promise<FileState> {
  // Imported on demand: `query` loads this module too, and hashes nothing.
  const { hashFile } = await import('../../pipeline/files/hash-file.js');
  try {
    const now = isS3Address(path) ? await hashObject(path, signal, folder) : await hashFile(path, signal);
    return now === hash ? 'unchanged' : 'changed';
  } catch (error) {
    if (signal?.aborted) throw error;
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'STORAGE_FILE_NOT_FOUND' ? 'missing' : 'unreadable';
  }
}

async function hashObject(path: string, signal: AbortSignal | undefined, folder?: OutputsFolder): Promise<string> {
  const { contentHasher } = await import('../../pipeline/content-hasher.js');
  const { storage, key } = storagesOf(folder).locate(path);
  const hasher = await contentHasher();
  for await (const piece of await storage.read(key, { signal })) hasher.update(piece as Buffer);
  return hasher.digest('hex');
}
