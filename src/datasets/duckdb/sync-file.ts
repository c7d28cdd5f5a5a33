import { open } from 'node:fs/promises';

/** Waits until a file that DuckDB has written is on disk. Returns its size. */
export async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
