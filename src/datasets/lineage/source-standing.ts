import { hashFile } from '../../pipeline/files/hash-file.js';

/** Whether a file is what it was when it was written down. */
export type Standing = 'unchanged' | 'changed' | 'missing' | 'unreadable';

export async function sourceStanding(path: string, hash: string, signal?: AbortSignal): Promise<Standing> {
  try {
    return (await hashFile(path, signal)) === hash ? 'unchanged' : 'changed';
  } catch (error) {
    if (signal?.aborted) throw error;
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}
