/** Whether a file still has the recorded content. */
export type FileState = 'unchanged' | 'changed' | 'missing' | 'unreadable';

export async function fileState(path: string, hash: string, signal?: AbortSignal): Promise<FileState> {
  // Imported on demand: `query` loads this module too, and hashes nothing.
  const { hashFile } = await import('../../pipeline/files/hash-file.js');
  try {
    return (await hashFile(path, signal)) === hash ? 'unchanged' : 'changed';
  } catch (error) {
    if (signal?.aborted) throw error;
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}
