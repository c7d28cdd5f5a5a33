import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Replaces the content of a file at once: after a crash or on a full disk, the file has its old content or the new one, never a part.
 * Keeps its permissions. A link stays a link, to the new content.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const file = await realpath(path);
  const { mode } = await stat(file);
  const staged = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(staged, content, { mode, flag: 'wx', flush: true });
    await rename(staged, file);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}
