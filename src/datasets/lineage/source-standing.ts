/** Whether a file is what it was when it was written down. */
export type Standing = 'unchanged' | 'changed' | 'missing' | 'unreadable';

export async function sourceStanding(path: string, hash: string, signal?: AbortSignal): Promise<Standing> {
  // Not with this module: `query` comes through the same door, and has nothing to hash.
  const { hashFile } = await import('../../pipeline/files/hash-file.js');
  try {
    return (await hashFile(path, signal)) === hash ? 'unchanged' : 'changed';
  } catch (error) {
    if (signal?.aborted) throw error;
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}
